// JavaScriptRuntime
