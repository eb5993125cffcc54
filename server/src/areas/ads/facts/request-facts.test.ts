import { describe, expect, it } from 'vitest'
import { vast } from '../../../testing/ad-server.ts'
import type { Exchange } from '../vast/requests.ts'
import { outcomeOf } from './request-facts.ts'

const exchange = (change: Partial<Exchange>): Exchange => ({
  url: 'https://ads.example/vast',
  status: 200,
  tookMs: 12.5,
  fault: null,
  reason: null,
  answer: '',
  ...change,
})
const answered = (answer: string) => outcomeOf(exchange({ answer }))

describe('a request to an ad server', () => {
  it('has ads or an empty answer', () => {
    expect(answered(vast('<Ad id="soap"><InLine></InLine></Ad>'))).toBe('ads')
    expect(answered(vast())).toBe('empty')
    expect(answered(vast(`<!-- ${'x'.repeat(5000)} --><Ad>`).slice(0, 4000))).toBe('ads')
    const vmap = (inner: string) => `<vmap:VMAP xmlns:vmap="http://www.iab.net/vmap-1.0">${inner}</vmap:VMAP>`
    expect(answered(vmap(''))).toBe('empty')
    expect(answered(vmap('<vmap:AdBreak breakType="linear" timeOffset="start"></vmap:AdBreak>'))).toBe('ads')
  })

  it('has an invalid answer, or no answer', () => {
    expect(answered('not found')).toBe('answer-invalid')
    expect(answered('')).toBe('answer-invalid')
    expect(answered('<VAST version="1.0"></VAST>')).toBe('version-unsupported')
    expect(outcomeOf(exchange({ fault: 'status 500', reason: 'server-failed', status: 500 }))).toBe(
      'server-failed',
    )
    expect(outcomeOf(exchange({ fault: 'late', reason: 'server-timeout', status: null }))).toBe(
      'server-timeout',
    )
  })
})
