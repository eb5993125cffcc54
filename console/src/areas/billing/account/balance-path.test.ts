import { expect, it } from 'vitest'
import { balancePath } from './balance-path'

it('spans from zero to the highest balance', () => {
  expect(balancePath([10, 20, 5])).toEqual({
    path: 'M0 100L500 0L1000 150',
    zeroY: null,
    high: '20',
    low: '0',
  })
})

it('shows where zero is if the balance falls below', () => {
  expect(balancePath([10, -10])).toMatchObject({ path: 'M0 0L1000 200', zeroY: 100, low: '-10' })
})

it('is flat without movements', () => {
  expect(balancePath([0, 0])).toMatchObject({ path: 'M0 0L1000 0', zeroY: null })
})
