// The scripts of a page run in a context of their own.
const { JSDOM } = require("jsdom");
const scripted = new JSDOM("<p id=p></p><script>document.getElementById('p').textContent = [1, 2, 3].map((x) => x * 2).join(); window.result = typeof require</script>", { runScripts: "dangerously" });
console.log(scripted.window.document.getElementById("p").textContent, scripted.window.result);
