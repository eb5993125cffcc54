/** Decimals of currencies that have not two (ISO 4217, list one). `Intl` differs for some, and rounds what is shown in cash. */
const decimals: Readonly<Record<string, number>> = {
  BHD: 3,
  BIF: 0,
  CLF: 4,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  IQD: 3,
  ISK: 0,
  JOD: 3,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  PYG: 0,
  RWF: 0,
  TND: 3,
  UGX: 0,
  UYI: 0,
  UYW: 4,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
}

/** Digits after the point that amounts of a currency have. */
export function decimalsOf(currency: string): number {
  return decimals[currency] ?? 2
}

/** Micros in one minor unit of a currency, such as 10,000 for a cent. */
export function minorUnits(currency: string): bigint {
  return 10n ** BigInt(6 - decimalsOf(currency))
}
