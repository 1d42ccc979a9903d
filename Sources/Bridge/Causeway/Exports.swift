@_exported public import BridgeSchema
@_exported public import BridgeValues
