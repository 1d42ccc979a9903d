// What a program may write against plugins.d.ts, and what it may not: compiled, never run.

export const program = async () => {
  const { http } = bridge.plugins;
  const url = "https://api.example.org/";
  const answer = await http.get({ url, params: { page: 2 }, headers: { accept: "text/plain" } }, { timeout: 1000 });
  const status: number = answer.status;
  const type: string | undefined = answer.headers["content-type"];
  await http.post({ url, data: { a: [1] }, responseType: "json", readTimeout: 500 });
  await http.request({ url, method: "PROPFIND", upload: "parts", disableRedirects: true });
  const parts: Uint8Array[] = [];
  for await (const part of http.stream({ url })) {
    if (part.kind === "head") part.status + part.cookies.length;
    else parts.push(part.bytes);
  }
  return [status, type, parts];
};

export const mistakes = async () => {
  const { http } = bridge.plugins;
  // @ts-expect-error an address is missing
  await http.get({});
  // @ts-expect-error a type that does not exist
  await http.get({ url: "https://api.example.org/", responseType: "blob" });
  // @ts-expect-error bytes of a part that may be the head
  for await (const part of http.stream({ url: "https://api.example.org/" })) part.bytes;
};
