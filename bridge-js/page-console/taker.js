// @ts-check
// The messages that native code has not taken yet are limited: a page that prints without a pause could otherwise fill the
// memory of the program.

/**
 * A function that passes messages to native code. While too many have not been taken, it leaves out and counts others; the next
 * message has their number.
 *
 * @param {(text: string) => Promise<unknown>} native
 * @param {{ characters: number, messages: number }} most
 */
export const makeTaker = (native, most) => {
  let characters = 0;
  let messages = 0;
  let left = 0;
  const post = (/** @type {string} */ text) => {
    characters += text.length;
    messages += 1;
    const taken = () => {
      characters -= text.length;
      messages -= 1;
      if (left === 0 || messages > most.messages / 2 || characters > most.characters / 2) return;
      const count = left;
      left = 0;
      post(`warn ${count} console message${count === 1 ? " was" : "s were"} left out: the page printed too much without a pause`);
    };
    native(text).then(taken, taken);
  };
  return (/** @type {string} */ text) => {
    const isOver = messages >= most.messages || (messages > 0 && characters + text.length > most.characters);
    if (isOver || left > 0) left += 1;
    else post(text);
  };
};
