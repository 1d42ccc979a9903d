extension Parser {
  mutating func parseTypedArrow(_ allowsIn: Bool) throws(Stop) -> Expression? { nil }
  mutating func parseTypeAssertion(allowsConst: Bool) throws(Stop) {}
  mutating func parseAngleAssertion() throws(Stop) -> Expression { throw unexpected("an expression") }
  mutating func takeTypeArguments() throws(Stop) -> Bool { false }
  mutating func skipTypeArguments() throws(Stop) {}
  mutating func skipTypeParameters() throws(Stop) {}
  mutating func skipReturnType() throws(Stop) {}
  mutating func endSignature(_ t: FunctionTraits, _ s: Int, _ e: Int) throws(Stop) {}
  mutating func takeThisParameter() throws(Stop) -> Bool { false }
  mutating func takeParameterProperties() throws(Stop) {}
  mutating func skipParameterType(isRest: Bool) throws(Stop) {}
  mutating func parseConstEnum(_ s: Int) throws(Stop) -> Bool { false }
  mutating func parseTypedStatement(_ p: StatementPlace, _ s: Int) throws(Stop) -> Bool { false }
  mutating func skipVariableType() throws(Stop) {}
  mutating func eraseSignature(_ s: Int, _ e: Int) {}
  mutating func skipImplements() throws(Stop) {}
  mutating func parseTypedElementStart(_ e: inout ClassElement) throws(Stop) -> Bool { false }
  mutating func parseTypedElementModifiers(_ e: inout ClassElement) throws(Stop) -> Bool { false }
  mutating func endMethodSignature(_ e: ClassElement, _ s: Int, _ m: Int) {}
  mutating func endTypedField(_ e: ClassElement, _ s: Int) {}
  mutating func skipTypeAnnotation() throws(Stop) {}
  mutating func parseNamespaceExport(_ p: StatementPlace) throws(Stop) {}
  mutating func parseExportAssignment(_ k: Token) throws(Stop) {}
  mutating func parseTypedExport(_ k: Token) throws(Stop) -> Bool { false }
  mutating func parseTypedImport(_ c: inout ImportClause) throws(Stop) -> Bool { false }
  mutating func parseTypedDefault(_ k: Token, _ w: Token) throws(Stop) -> Bool { false }
  mutating func takeTypeSpecifier() throws(Stop) -> Bool { false }
  mutating func skipModuleRequest() throws(Stop) {}
  mutating func elideImports() {}
  func isErased(_ e: ModuleRecord.LocalExport) -> Bool { false }
}
