/** Formats an amount without rounding, with at most six decimals. */
export function moneyText(amount: number, currency: string, tag: string): string {
  return new Intl.NumberFormat(tag, { style: 'currency', currency, maximumFractionDigits: 6 }).format(amount)
}
