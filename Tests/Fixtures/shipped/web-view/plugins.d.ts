// Made from Swift's declarations by `causeway types`. Do not edit.

import type { Bridge as AnyBridge, CallOptions, ListenOptions, PluginListenerHandle, StreamOptions, Undo } from "causeway-bridge";

/** What somebody decided. */
export interface ConfirmResult {
  /** Whether it was agreed to; false too when the dialog was closed. */
  value: boolean;
}

/** What somebody wrote. */
export interface PromptResult {
  /** What was written; empty when it was cancelled. */
  value: string;
  /** Whether it was refused, or the dialog closed. */
  cancelled: boolean;
}

/** What is on the clipboard. */
export interface ReadResult {
  /** The text. */
  value: string;
  /** Always text/plain. */
  type: string;
}

/** The text that the desktop's programs copy and paste. */
export interface ClipboardPlugin {
  /**
   * The text that is on the clipboard, whoever has put it there.
   * @throws `NOT_FOUND` when there is none, `UNAVAILABLE` without a display.
   */
  read(params?: undefined, options?: CallOptions): Promise<ReadResult>;
  /**
   * Puts text on the clipboard. It is gone with the program, unless the desktop keeps it.
   * @param params.string The text; it has no NUL.
   * @throws `UNAVAILABLE` without a display.
   */
  write(params: { string: string }, options?: CallOptions): Promise<void>;
}

/** Windows in which somebody is told or asked something. */
export interface DialogPlugin {
  /**
   * Tells somebody something, and waits until it was read.
   * @param params.title Written larger.
   * @param params.message What it says.
   * @param params.buttonTitle What is written on the button; OK when left out.
   * @throws `UNAVAILABLE` without a display, `RESOURCE_EXHAUSTED` while this connection has a dialog open already.
   */
  alert(params: { title?: string | null; message: string; buttonTitle?: string | null }, options?: CallOptions): Promise<void>;
  /**
   * Asks whether somebody agrees.
   * @param params.title Written larger.
   * @param params.message What it says.
   * @param params.okButtonTitle What is written on the button; OK when left out.
   * @param params.cancelButtonTitle What is written on the button; Cancel when left out.
   * @throws `UNAVAILABLE` without a display, `RESOURCE_EXHAUSTED` while this connection has a dialog open already.
   */
  confirm(params: { title?: string | null; message: string; okButtonTitle?: string | null; cancelButtonTitle?: string | null }, options?: CallOptions): Promise<ConfirmResult>;
  /**
   * Asks somebody to write a line.
   * @param params.title Written larger.
   * @param params.message What it says.
   * @param params.okButtonTitle What is written on the button; OK when left out.
   * @param params.cancelButtonTitle What is written on the button; Cancel when left out.
   * @param params.inputPlaceholder Shown where nothing is written.
   * @param params.inputText What is written there already.
   * @throws `UNAVAILABLE` without a display, `RESOURCE_EXHAUSTED` while this connection has a dialog open already.
   */
  prompt(params: { title?: string | null; message: string; okButtonTitle?: string | null; cancelButtonTitle?: string | null; inputPlaceholder?: string | null; inputText?: string | null }, options?: CallOptions): Promise<PromptResult>;
}

/** What `bridge.plugins` holds. */
export interface Plugins {
  readonly clipboard: ClipboardPlugin;
  readonly dialog: DialogPlugin;
}

/** A bridge to what is declared here. */
export type Bridge = Omit<AnyBridge, "plugins"> & { readonly plugins: Plugins };

/** What these declarations are told apart by. */
export declare const contract: { readonly hash: string; readonly members: { readonly [member: string]: string } };

/** Makes sure that the other side has what is declared here; rejects with the members that differ. */
export declare function connect(bridge: Omit<AnyBridge, "plugins">): Promise<Plugins>;

declare global {
  const bridge: Bridge;
}
