// CausewayJavaScript
