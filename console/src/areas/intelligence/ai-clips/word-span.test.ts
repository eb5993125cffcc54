import { expect, it } from 'vitest'
import { edgeAt, endAfter, startBefore, wordsOf } from './word-span'

const words = [
  { start: 0.05, end: 0.4, text: 'the' },
  { start: 0.4, end: 1, text: 'final' },
  { start: 1.3, end: 2, text: 'begins' },
]

it('finds the words that are whole in a span', () => {
  expect(wordsOf(words, { start: 0.2, end: 2 })).toEqual({ first: 1, last: 2 })
  expect(wordsOf(words, { start: 0.2, end: 0.9 })).toBeNull()
})

it('leaves a margin around words where no other word is', () => {
  expect(startBefore(words, 0)).toBe(0)
  expect(startBefore(words, 1)).toBe(0.4)
  expect(startBefore(words, 2)).toBe(1.2)
  expect(endAfter(words, 0, 2.05)).toBe(0.4)
  expect(endAfter(words, 1, 2.05)).toBe(1.1)
  expect(endAfter(words, 2, 2.05)).toBe(2.05)
})

it('moves the nearer edge to a word', () => {
  expect(edgeAt({ first: 2, last: 8 }, 0)).toBe('first')
  expect(edgeAt({ first: 2, last: 8 }, 4)).toBe('first')
  expect(edgeAt({ first: 2, last: 8 }, 5)).toBe('last')
  expect(edgeAt({ first: 2, last: 8 }, 12)).toBe('last')
})
