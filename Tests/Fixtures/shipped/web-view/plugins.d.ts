// Generated from Swift declarations by `causeway types`. Do not edit.

import type { Bridge as AnyBridge, CallOptions, ListenOptions, PluginListenerHandle, StreamOptions, Undo } from "causeway-bridge";

/** The user's decision. */
export interface ConfirmResult {
  /** Whether the user agreed; also false if the dialog was closed. */
  value: boolean;
}

/** The user's input. */
export interface PromptResult {
  /** The entered text; empty if the dialog was cancelled. */
  value: string;
  /** Whether the dialog was cancelled or closed. */
  cancelled: boolean;
}

/** The content of the clipboard. */
export interface ReadResult {
  /** The text. */
  value: string;
  /** Always text/plain. */
  type: string;
}

/** The text on the desktop's clipboard. */
export interface ClipboardPlugin {
  /**
   * The text on the clipboard, from any program.
   * @throws `NOT_FOUND` if there is none, `UNAVAILABLE` without a display.
   */
  read(params?: undefined, options?: CallOptions): Promise<ReadResult>;
  /**
   * Puts text on the clipboard. It is lost when the program ends, unless the desktop keeps it.
   * @param params.string The text, without a NUL.
   * @throws `UNAVAILABLE` without a display.
   */
  write(params: { string: string }, options?: CallOptions): Promise<void>;
}

/** Messages and questions to the user. */
export interface DialogPlugin {
  /**
   * Shows a message, and waits until the user closes it.
   * @param params.title The heading.
   * @param params.message The message.
   * @param params.buttonTitle The label of the button; OK by default.
   * @throws `UNAVAILABLE` without a display, `RESOURCE_EXHAUSTED` while this connection has another open dialog.
   */
  alert(params: { title?: string | null; message: string; buttonTitle?: string | null }, options?: CallOptions): Promise<void>;
  /**
   * Asks the user to agree.
   * @param params.title The heading.
   * @param params.message The message.
   * @param params.okButtonTitle The label of the button; OK by default.
   * @param params.cancelButtonTitle The label of the button; Cancel by default.
   * @throws `UNAVAILABLE` without a display, `RESOURCE_EXHAUSTED` while this connection has another open dialog.
   */
  confirm(params: { title?: string | null; message: string; okButtonTitle?: string | null; cancelButtonTitle?: string | null }, options?: CallOptions): Promise<ConfirmResult>;
  /**
   * Asks the user for a line of text.
   * @param params.title The heading.
   * @param params.message The message.
   * @param params.okButtonTitle The label of the button; OK by default.
   * @param params.cancelButtonTitle The label of the button; Cancel by default.
   * @param params.inputPlaceholder Shown while the input is empty.
   * @param params.inputText The initial text of the input.
   * @throws `UNAVAILABLE` without a display, `RESOURCE_EXHAUSTED` while this connection has another open dialog.
   */
  prompt(params: { title?: string | null; message: string; okButtonTitle?: string | null; cancelButtonTitle?: string | null; inputPlaceholder?: string | null; inputText?: string | null }, options?: CallOptions): Promise<PromptResult>;
}

/** The plugins in `bridge.plugins`. */
export interface Plugins {
  readonly clipboard: ClipboardPlugin;
  readonly dialog: DialogPlugin;
}

/** A bridge with these declarations. */
export type Bridge = Omit<AnyBridge, "plugins"> & { readonly plugins: Plugins };

/** Hashes that identify these declarations. */
export declare const contract: { readonly hash: string; readonly members: { readonly [member: string]: string } };

/** Checks that the other side has these declarations; rejects with the members that differ. */
export declare function connect(bridge: Omit<AnyBridge, "plugins">): Promise<Plugins>;

declare global {
  const bridge: Bridge;
}
