#if Macros
import Causeway
import CausewayExport

@Crossing struct CrossingSample: Sendable {
  var x: Double
  var label: String
  var list: [Double]
}

@Crossing struct CrossingRecord: Sendable {
  var id: Double
  var name: String
  var tags: [String]
  var values: [Double]
}

@Crossing struct CrossingRecords: Sendable { var records: [CrossingRecord] }

@Crossing struct CrossingRow: Sendable {
  var id: Double
  var name: String
  var price: Double
  var isOpen: Bool
  var note: String
}

/// The handlers of the bench, as a plugin.
@Plugin("echo")
struct Echo {
  @Export func number(_ x: Double) -> Double { x }
  @Export func suspendable(_ x: Double) async -> Double { x }
  @Export func sample(_ sample: CrossingSample) -> CrossingSample { sample }
  @Export func records(_ records: CrossingRecords) -> CrossingRecords { records }
  @Export func rows(_ rows: [CrossingRow]) -> [CrossingRow] { rows }
  @Export func named(x: Double, label: String, list: [Double]) -> CrossingSample {
    CrossingSample(x: x, label: label, list: list)
  }
}
#endif
