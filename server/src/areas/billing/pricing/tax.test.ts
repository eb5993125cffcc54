import { expect, it } from 'vitest'
import { seededRandom } from '../../../testing/attacks/seeded-random.ts'
import { addTaxes, divideTaxes, sumOf, taxesIn } from './tax.ts'

const CENT = 10_000n
const random = seededRandom(7)
const ratesOf = () => Array.from({ length: random(4) }, () => BigInt(random(1_000_001)))

it('adds each tax once to what the wallet gets, in whole cents', () => {
  expect(addTaxes(100_000_000n, [90_000n, 72_500n], CENT).taxes).toEqual([9_000_000n, 7_250_000n])
  // 0.045 and 0.135: half to even.
  expect(addTaxes(250_000n, [180_000n], CENT).taxes).toEqual([40_000n])
  expect(addTaxes(750_000n, [180_000n], CENT).taxes).toEqual([140_000n])
  for (let run = 0; run < 5000; run++) {
    const net = BigInt(1 + random(10_000_000)) * CENT
    const rates = ratesOf()
    const { taxes } = addTaxes(net, rates, CENT)
    for (const [n, tax] of taxes.entries()) {
      expect(tax % CENT).toBe(0n)
      const exact = net * (rates[n] ?? 0n)
      const off = tax * 1_000_000n - exact
      expect(off <= 5000n * 1_000_000n && off >= -5000n * 1_000_000n).toBe(true)
    }
  }
})

it('divides what arrived into a net amount and taxes that add up to it', () => {
  for (let run = 0; run < 5000; run++) {
    const paid = BigInt(1 + random(10_000_000)) * CENT
    const rates = ratesOf()
    const { net, taxes } = divideTaxes(paid, rates, CENT)
    expect(net + sumOf(taxes)).toBe(paid)
    expect(net % CENT).toBe(0n)
    expect(net >= 0n).toBe(true)
  }
})

it('takes the taxes out of parts that are paid back, which add up to all of them', () => {
  for (let run = 0; run < 2000; run++) {
    const { net, taxes } = addTaxes(BigInt(1 + random(100_000)) * CENT, ratesOf(), CENT)
    const paid = net + sumOf(taxes)
    let back = 0n
    let before = taxes.map(() => 0n)
    while (back < paid) {
      back += random(4) === 0 ? paid - back : BigInt(1 + random(Number((paid - back) / CENT))) * CENT
      const after = taxesIn(back, paid, taxes, CENT)
      expect(sumOf(after) <= back).toBe(true)
      for (const [n, tax] of after.entries()) expect(tax >= 0n && tax % CENT === 0n, String(n)).toBe(true)
      expect(sumOf(after) >= sumOf(before)).toBe(true)
      before = after
    }
    expect(before).toEqual(taxes)
  }
})
