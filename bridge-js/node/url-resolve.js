// @ts-check
// Resolving a relative URL by the older rules of the module `url`.

import { objectKeys } from "../shared/primordials.js";
import { push, slice, splice, splitText, test } from "./node-primordials.js";
import { isHostless, isSlashed } from "./url-protocols.js";

const joined = (parts) => {
  let text = "";
  for (let i = 0; i < parts.length; i++) text += (i === 0 ? "" : "/") + parts[i];
  return text;
};
const shift = (parts) => splice(parts, 0, 1)[0];
const unshift = (parts, part) => splice(parts, 0, 0, part);

function finish(result) {
  if (result.pathname !== null || result.search !== null) result.path = (result.pathname || "") + (result.search || "");
  result.href = result.format();
  return result;
}

/** Divides a host that has a user in it. */
function divideHost(result) {
  const at = result.host ? result.host.indexOf("@") : -1;
  if (at <= 0) return;
  result.auth = result.host.slice(0, at);
  result.host = result.hostname = result.host.slice(at + 1);
}

/** Whether the path's last part names a directory. */
function endsInSlash(parts, hasHost) {
  const last = parts[parts.length - 1];
  return ((hasHost || parts.length > 1) && (last === "." || last === "..")) || last === "";
}

/** The parts without `.` and `..`, after those `..` that had nothing to remove, if they are kept. */
function withoutDots(parts, keepsAbove) {
  const kept = [];
  let up = 0;
  for (let i = parts.length - 1; i >= 0; i--) {
    const part = parts[i];
    if (part === "..") up += 1;
    else if (part === ".") continue;
    else if (up > 0) up -= 1;
    else push(kept, part);
  }
  for (; keepsAbove && up > 0; up--) push(kept, "..");
  const result = [];
  for (let i = kept.length - 1; i >= 0; i--) push(result, kept[i]);
  return result;
}

/** A relative URL with a protocol of its own. */
function withProtocol(result, relative) {
  if (!isSlashed(relative.protocol)) {
    const keys = objectKeys(relative);
    for (let i = 0; i < keys.length; i++) result[keys[i]] = relative[keys[i]];
    result.href = result.format();
    return result;
  }
  result.protocol = relative.protocol;
  if (!relative.host && !test(/^file:?$/, relative.protocol) && !isHostless(relative.protocol)) {
    const parts = splitText(relative.pathname || "", "/");
    let first = 0;
    while (first < parts.length && !(relative.host = parts[first++]));
    const path = slice(parts, first);
    relative.host ||= "";
    relative.hostname ||= "";
    if (path[0] !== "") unshift(path, "");
    if (path.length < 2) unshift(path, "");
    result.pathname = joined(path);
  } else {
    result.pathname = relative.pathname;
  }
  result.search = relative.search;
  result.query = relative.query;
  result.host = relative.host || "";
  result.auth = relative.auth;
  result.hostname = relative.hostname || relative.host;
  result.port = relative.port;
  if (result.pathname || result.search) result.path = (result.pathname || "") + (result.search || "");
  result.slashes = result.slashes || relative.slashes;
  result.href = result.format();
  return result;
}

export function resolveObject(base, relative, result) {
  const keys = objectKeys(base);
  for (let i = 0; i < keys.length; i++) result[keys[i]] = base[keys[i]];
  result.hash = relative.hash;
  if (relative.href === "") {
    result.href = result.format();
    return result;
  }
  if (relative.slashes && !relative.protocol) {
    const names = objectKeys(relative);
    for (let i = 0; i < names.length; i++) if (names[i] !== "protocol") result[names[i]] = relative[names[i]];
    if (isSlashed(result.protocol) && result.hostname && !result.pathname) result.path = result.pathname = "/";
    result.href = result.format();
    return result;
  }
  if (relative.protocol && relative.protocol !== result.protocol) return withProtocol(result, relative);

  const isSourceAbsolute = result.pathname && result.pathname[0] === "/";
  const isRelativeAbsolute = relative.host || (relative.pathname && relative.pathname[0] === "/");
  let mustBeAbsolute = isRelativeAbsolute || isSourceAbsolute || (result.host && relative.pathname);
  const removesAllDots = mustBeAbsolute;
  let parts = (result.pathname && splitText(result.pathname, "/")) || [];
  const added = (relative.pathname && splitText(relative.pathname, "/")) || [];
  const hasNoSlashes = result.protocol && !isSlashed(result.protocol);
  const toFront = (list, host) => {
    if (list[0] === "") list[0] = host;
    else unshift(list, host);
  };
  if (hasNoSlashes) {
    result.hostname = "";
    result.port = null;
    if (result.host) toFront(parts, result.host);
    result.host = "";
    if (relative.protocol) {
      relative.hostname = null;
      relative.port = null;
      result.auth = null;
      if (relative.host) toFront(added, relative.host);
      relative.host = null;
    }
    mustBeAbsolute = mustBeAbsolute && (added[0] === "" || parts[0] === "");
  }
  if (isRelativeAbsolute) {
    if (relative.host || relative.host === "") {
      if (result.host !== relative.host) result.auth = null;
      result.host = relative.host;
      result.port = relative.port;
    }
    if (relative.hostname || relative.hostname === "") {
      if (result.hostname !== relative.hostname) result.auth = null;
      result.hostname = relative.hostname;
    }
    result.search = relative.search;
    result.query = relative.query;
    parts = added;
  } else if (added.length > 0) {
    parts = slice(parts, 0, -1);
    for (let i = 0; i < added.length; i++) push(parts, added[i]);
    result.search = relative.search;
    result.query = relative.query;
  } else if (relative.search !== null && relative.search !== undefined) {
    if (hasNoSlashes) {
      result.hostname = result.host = shift(parts);
      divideHost(result);
    }
    result.search = relative.search;
    result.query = relative.query;
    return finish(result);
  }
  if (parts.length === 0) {
    result.pathname = null;
    result.path = result.search ? `/${result.search}` : null;
    result.href = result.format();
    return result;
  }
  const hasTrailingSlash = endsInSlash(parts, result.host || relative.host);
  parts = withoutDots(parts, !mustBeAbsolute && !removesAllDots);
  if (mustBeAbsolute && parts[0] !== "" && (!parts[0] || parts[0][0] !== "/")) unshift(parts, "");
  if (hasTrailingSlash && !test(/\/$/, joined(parts))) push(parts, "");
  const isAbsolute = parts[0] === "" || (parts[0] && parts[0][0] === "/");
  if (hasNoSlashes) {
    result.hostname = result.host = isAbsolute ? "" : parts.length > 0 ? shift(parts) : "";
    divideHost(result);
  }
  mustBeAbsolute = mustBeAbsolute || (result.host && parts.length > 0);
  if (mustBeAbsolute && !isAbsolute) unshift(parts, "");
  if (parts.length > 0) {
    result.pathname = joined(parts);
  } else {
    result.pathname = null;
    result.path = null;
  }
  if (result.pathname !== null || result.search !== null) result.path = (result.pathname || "") + (result.search || "");
  result.auth = relative.auth || result.auth;
  result.slashes = result.slashes || relative.slashes;
  result.href = result.format();
  return result;
}
