import { expect, it } from 'vitest'
import { newEmbedSearch } from '../search'
import { questionOf } from './question-of'

it('asks what the screen of analytics showed', () => {
  const search = newEmbedSearch({
    metric: 'views',
    split: 'country',
    range: 'last-30-days',
    where: { deviceType: ['tv'] },
  })
  expect(questionOf(search)).toEqual({
    metrics: ['total-viewership', 'countries'],
    filters: { deviceType: ['tv'] },
    splitBy: 'country',
    range: 'last-30-days',
  })
})

it('begins with the usual question if an embed cannot ask it', () => {
  const usual = { metrics: ['viewers', 'total-viewership', 'contents'], filters: {}, splitBy: null }
  expect(questionOf(newEmbedSearch({}))).toEqual({ ...usual, range: 'last-7-days' })
  const strange = newEmbedSearch({
    metric: 'rebuffer-rate',
    split: 'shoe-size',
    range: 'last-hour',
    where: { x: [] },
  })
  expect(questionOf(strange)).toEqual({ ...usual, range: 'last-7-days' })
})
