// What a page may write against plugins.d.ts, and what it may not: compiled, never run.

export const program = async () => {
  const { clipboard, dialog } = bridge.plugins;
  const nothing: void = await dialog.alert({ title: "Saved", message: "3 notes", buttonTitle: "Fine" });
  const { value } = await dialog.confirm({ message: "Delete?" }, { timeout: 60000 });
  const answer = await dialog.prompt({ message: "Name?", inputText: "Ana", inputPlaceholder: "First name" });
  const name: string = answer.cancelled ? "" : answer.value;
  await clipboard.write({ string: name });
  const pasted: string = (await clipboard.read()).value;
  const agreed: boolean = value;
  return [nothing, agreed, pasted];
};

export const mistakes = async () => {
  const { clipboard, dialog } = bridge.plugins;
  // @ts-expect-error a message is missing
  await dialog.alert({ title: "Saved" });
  // @ts-expect-error a parameter that does not exist
  await clipboard.write({ image: "data:" });
};
