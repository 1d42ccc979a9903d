@_exported public import NameSuggestions
