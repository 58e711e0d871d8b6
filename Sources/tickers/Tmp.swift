extension Report { var hidingAmounts: Report { self } }
extension Report.Member { var hidingAmounts: Report.Member { self } }
extension TableStyle { var amounts: Set<String> { [] } }
