import { describe, expect, it } from 'vitest'
import { fillMacros } from '../vast/macros.ts'
import { paramMacros, readParams } from './session-params.ts'

const read = (query: string) => readParams(new URLSearchParams(query))

describe('parameters of a playback URL', () => {
  it('are only consent, identifiers and key-values', () => {
    expect(read('kv.genre=news&gdpr=1&gdpr_consent=CPx&token=secret&ads=guided&kv.=x&kv.a%20b=x')).toEqual({
      'kv.genre': 'news',
      gdpr: '1',
      gdpr_consent: 'CPx',
    })
  })

  it('count once, up to a maximum number and length', () => {
    expect(read('kv.a=1&kv.a=2')).toEqual({ 'kv.a': '1' })
    expect(read(`kv.a=${'x'.repeat(501)}&gpp=${'x'.repeat(4001)}`)).toEqual({})
    const many = Array.from({ length: 40 }, (_, n) => `kv.k${n}=1`).join('&')
    expect(Object.keys(read(many))).toHaveLength(30)
  })

  it('fill ad tags, with the metadata of the channel as defaults', () => {
    const macros = paramMacros(read('kv.genre=a%26b&us_privacy=1YNN'), [
      { key: 'genre', value: 'sport' },
      { key: 'league', value: 'first' },
      { key: 'not a key', value: 'x' },
    ])
    const filled = fillMacros(
      'https://x.example/?g=[KV.genre]&l=[KV.league]&n=[KV.none]&all=[KEYVALUES]&p=[USPRIVACY]&c=[GDPRCONSENT]',
      { now: new Date(0), ...macros },
    )
    expect(filled).toBe(
      'https://x.example/?g=a%26b&l=first&n=-1&all=genre%3Da%2526b%26league%3Dfirst&p=1YNN&c=-1',
    )
  })
})
