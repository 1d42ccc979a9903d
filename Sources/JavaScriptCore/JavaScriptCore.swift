// JavaScriptCore
