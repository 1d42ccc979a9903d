// @ts-check
// `util.parseArgs`: the options of a command line.

import * as processes from "#deferred/node/process.js";
import { nullPrototype } from "../shared/define.js";
import {
  charAt, hasOwn, isArray, objectKeys, startsWith, stringIncludes, stringIndexOf, stringSlice, TypeError,
} from "../shared/primordials.js";
import { invalidArgType, invalidArgValue, nodeError, validateBoolean, validateObject, validateString } from "./errors.js";
import { push, slice } from "./node-primordials.js";

/** An own property, or `undefined`. */
const own = (object, name) => (hasOwn(object, name) ? object[name] : undefined);

const invalidValue = (message) => nodeError(TypeError, "ERR_PARSE_ARGS_INVALID_OPTION_VALUE", message);

function unknownOption(name, allowsPositionals) {
  const hint = allowsPositionals && startsWith(name, "-")
    ? `. To specify a positional argument starting with a '-', place it at the end of the command after '--', as in '-- "${name}"`
    : "";
  return nodeError(TypeError, "ERR_PARSE_ARGS_UNKNOWN_OPTION", `Unknown option '${name}'${hint}`);
}

function validateArray(value, name) {
  if (!isArray(value)) throw invalidArgType(name, "Array", value);
}

function checkDefault(value, type, isMultiple, name) {
  const check = type === "string" ? validateString : validateBoolean;
  if (!isMultiple) {
    check(value, name);
    return;
  }
  validateArray(value, name);
  for (let i = 0; i < value.length; i++) check(value[i], `${name}[${i}]`);
}

function checkOptions(options) {
  validateObject(options, "options");
  const names = objectKeys(options);
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    const option = options[name];
    validateObject(option, `options.${name}`);
    const type = own(option, "type");
    if (type !== "string" && type !== "boolean") throw invalidArgType(`options.${name}.type`, "('string|boolean')", type);
    if (hasOwn(option, "short")) {
      validateString(option.short, `options.${name}.short`);
      if (option.short.length !== 1) throw invalidArgValue(`options.${name}.short`, option.short, "must be a single character");
    }
    const isMultiple = own(option, "multiple");
    if (hasOwn(option, "multiple")) validateBoolean(isMultiple, `options.${name}.multiple`);
    const byDefault = own(option, "default");
    if (byDefault !== undefined) checkDefault(byDefault, type, isMultiple, `options.${name}.default`);
  }
}

/** A property of the description of an option, if there is the option. */
const ofOption = (options, name, property) => (hasOwn(options, name) ? own(options[name], property) : undefined);

function longNameOf(short, options) {
  const names = objectKeys(options);
  for (let i = 0; i < names.length; i++) if (own(options[names[i]], "short") === short) return names[i];
  return short;
}

/** Whether an argument may be the value of the option before it: any that is present. */
const isValue = (argument) => argument !== undefined && argument !== null;

/** Takes the arguments apart. */
function toTokens(given, options) {
  const tokens = [];
  /** What is left, of which `at` is the next. */
  let rest = slice(given);
  let at = 0;
  let index = -1;
  let groupCount = 0;

  const option = (name, rawName) => {
    let value;
    let inlineValue;
    const start = index;
    if (ofOption(options, name, "type") === "string" && isValue(rest[at])) {
      value = rest[at++];
      inlineValue = false;
      index += 1;
    }
    push(tokens, { kind: "option", name, rawName, index: start, value, inlineValue });
  };

  while (at < rest.length) {
    const argument = rest[at++];
    if (groupCount > 0) groupCount -= 1;
    else index += 1;
    const isText = typeof argument === "string";
    if (argument === "--") {
      push(tokens, { kind: "option-terminator", index });
      for (; at < rest.length; at++) push(tokens, { kind: "positional", index: ++index, value: rest[at] });
    } else if (isText && argument.length === 2 && charAt(argument, 0) === "-" && charAt(argument, 1) !== "-") {
      option(longNameOf(charAt(argument, 1), options), argument);
    } else if (isText && argument.length > 2 && charAt(argument, 0) === "-" && charAt(argument, 1) !== "-") {
      const first = longNameOf(charAt(argument, 1), options);
      if (ofOption(options, first, "type") === "string") {
        push(tokens, { kind: "option", name: first, rawName: `-${charAt(argument, 1)}`, index, value: stringSlice(argument, 2), inlineValue: true });
        continue;
      }
      // A group of options of one letter: `-abc` is `-a -b -c`.
      const expanded = [];
      for (let i = 1; i < argument.length; i++) {
        const isLast = i === argument.length - 1;
        if (isLast || ofOption(options, longNameOf(charAt(argument, i), options), "type") !== "string") {
          push(expanded, `-${charAt(argument, i)}`);
        } else {
          push(expanded, `-${stringSlice(argument, i)}`);
          break;
        }
      }
      groupCount = expanded.length;
      for (; at < rest.length; at++) push(expanded, rest[at]);
      rest = expanded;
      at = 0;
    } else if (isText && argument.length > 2 && startsWith(argument, "--") && !stringIncludes(stringSlice(argument, 3), "=")) {
      option(stringSlice(argument, 2), argument);
    } else if (isText && argument.length > 2 && startsWith(argument, "--")) {
      const equal = stringIndexOf(stringSlice(argument, 3), "=") + 3;
      const name = stringSlice(argument, 2, equal);
      push(tokens, { kind: "option", name, rawName: `--${name}`, index, value: stringSlice(argument, equal + 1), inlineValue: true });
    } else {
      push(tokens, { kind: "positional", index, value: argument });
    }
  }
  return tokens;
}

function checkUse(token, options, allowsPositionals, allowsNegative) {
  let { name } = token;
  if (!hasOwn(options, name)) {
    const positive = allowsNegative && startsWith(name, "no-") ? stringSlice(name, 3) : undefined;
    if (positive === undefined || ofOption(options, positive, "type") !== "boolean") throw unknownOption(token.rawName, allowsPositionals);
    name = positive;
  }
  const short = ofOption(options, name, "short");
  const shown = `${short ? `-${short}, ` : ""}--${name}`;
  const type = ofOption(options, name, "type");
  if (type === "string" && typeof token.value !== "string") throw invalidValue(`Option '${shown} <value>' argument missing`);
  if (type === "boolean" && token.value !== undefined && token.value !== null) throw invalidValue(`Option '${shown}' does not take an argument`);
  const { value, rawName } = token;
  if (token.inlineValue || typeof value !== "string" || value.length < 2 || charAt(value, 0) !== "-") return;
  const example = startsWith(rawName, "--") ? `'${rawName}=-XYZ'` : `'--${token.name}=-XYZ' or '${rawName}-XYZ'`;
  throw invalidValue(`Option '${rawName}' argument is ambiguous.
Did you forget to specify the option argument for '${rawName}'?
To specify an option argument starting with a dash use ${example}.`);
}

function store(token, options, values, allowsNegative) {
  if (token.name === "__proto__") return;
  let { value } = token;
  if (allowsNegative && startsWith(token.name, "no-") && value === undefined) {
    token.name = stringSlice(token.name, 3);
    value = false;
  }
  const stored = value ?? true;
  if (!ofOption(options, token.name, "multiple")) values[token.name] = stored;
  else if (values[token.name]) push(values[token.name], stored);
  else values[token.name] = [stored];
}

/** The arguments of the program. */
const ownArguments = () => slice(processes.process.argv, 2);

/** @param {any} [config] */
export function parseArgs(config = {}) {
  const args = own(config, "args") ?? ownArguments();
  const strict = own(config, "strict") ?? true;
  const allowsPositionals = own(config, "allowPositionals") ?? !strict;
  const returnsTokens = own(config, "tokens") ?? false;
  const allowsNegative = own(config, "allowNegative") ?? false;
  const options = own(config, "options") ?? nullPrototype({});
  validateArray(args, "args");
  validateBoolean(strict, "strict");
  validateBoolean(allowsPositionals, "allowPositionals");
  validateBoolean(returnsTokens, "tokens");
  validateBoolean(allowsNegative, "allowNegative");
  checkOptions(options);

  const tokens = toTokens(args, options);
  const values = nullPrototype({});
  const positionals = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    if (token.kind === "option") {
      if (strict) checkUse(token, options, allowsPositionals, allowsNegative);
      store(token, options, values, allowsNegative);
    } else if (token.kind === "positional") {
      if (!allowsPositionals) {
        throw nodeError(TypeError, "ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL", `Unexpected argument '${token.value}'. This command does not take positional arguments`);
      }
      push(positionals, token.value);
    }
  }
  const names = objectKeys(options);
  for (let i = 0; i < names.length; i++) {
    const byDefault = own(options[names[i]], "default");
    if (byDefault !== undefined && values[names[i]] === undefined && names[i] !== "__proto__") values[names[i]] = byDefault;
  }
  return returnsTokens ? { values, positionals, tokens } : { values, positionals };
}

