// CausewayPlugins
