/** An amount with as many decimals as it has, at most six. */
export function moneyText(amount: number, currency: string, tag: string): string {
  return new Intl.NumberFormat(tag, { style: 'currency', currency, maximumFractionDigits: 6 }).format(amount)
}
