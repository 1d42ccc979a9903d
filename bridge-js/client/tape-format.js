// @ts-check
// The format in which values that are not primitives cross within a process: slots in memory that both sides share, and one text
// with all strings. docs/tape.md describes it; Sources/Bridge/BridgeValues/Tape/Slot.swift is the other side.
//
// A slot has 64 bits. It is a number, or the high half is one of these tags and the low half is the tag's content.

/** What the high half of a number is at most: NaN, of which there are many, is written as a tag. */
export const NUMBERS = 0x7ff80000;

export const NAN = 0x7ff90000;
export const INTEGER = 0x7ff90001;
export const UNDEFINED = 0x7ff90002;
export const NULL = 0x7ff90003;
export const FALSE = 0x7ff90004;
export const TRUE = 0x7ff90005;
/** A string: its length in the text. */
export const TEXT = 0x7ff90006;
/** The same; the next slot is for native code. */
export const WIDE_TEXT = 0x7ff90007;
/** A short string of ASCII: its length; its letters are in the next slots. */
export const ASCII = 0x7ff90008;
export const ARRAY = 0x7ff90009;
export const OBJECT = 0x7ff9000a;
export const EXTENDED = 0x7ff9000b;
export const END = 0x7ff9000c;
export const DATE = 0x7ff9000d;
export const MAP = 0x7ff9000e;
export const SET = 0x7ff9000f;
export const BIGINT = 0x7ff90010;
export const BYTES = 0x7ff90011;
export const ERROR = 0x7ff90012;
export const JSON_TEXT = 0x7ff90013;
/** A function of native code: what stands for it follows. */
export const REFERENCE = 0x7ff90014;

/** Longer strings are in the text. */
export const MOST_LETTERS = 64;

/** Bytes of the memory in which values go to native code. A value that takes more is handed over in pieces. */
export const INPUT = 1 << 16;
/** Bytes of the memory in which values come from native code. A value that takes more comes as JSON. */
export const OUTPUT = 1 << 18;
