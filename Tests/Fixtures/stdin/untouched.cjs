console.log("done");
