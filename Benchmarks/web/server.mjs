// A local server of small answers and a large one; prints its port.
import { createServer } from "node:http";

const chunk = Buffer.alloc(1 << 20);
const server = createServer((request, response) => {
  if (request.url === "/small") return response.end("small");
  response.writeHead(200, { "content-length": 1 << 30 });
  let left = 1024;
  const send = () => {
    while (left > 0) {
      left -= 1;
      if (!response.write(chunk)) return response.once("drain", send);
    }
    response.end();
  };
  send();
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
