import { describe, expect, it } from 'vitest'
import { keyValuesOf, sessionQuery } from './session-query'

describe('parameters of a session', () => {
  it('are key-values by line, consent and the mode', () => {
    const keyValues = keyValuesOf('genre=news & sport\n\n lang = te ') ?? []
    expect(keyValues).toEqual([
      ['genre', 'news & sport'],
      ['lang', 'te'],
    ])
    const query = sessionQuery({ keyValues, consent: ' CPx ', usPrivacy: '1YNN', isGuided: true })
    expect(query).toBe(
      'kv.genre=news+%26+sport&kv.lang=te&gdpr=1&gdpr_consent=CPx&us_privacy=1YNN&ads=guided',
    )
    expect(sessionQuery({ keyValues: [], consent: '', usPrivacy: '', isGuided: false })).toBe('')
  })

  it('are refused if a line has no key or no value', () => {
    expect(keyValuesOf('genre=')).toBeNull()
    expect(keyValuesOf('news')).toBeNull()
    expect(keyValuesOf('a b=c')).toBeNull()
  })
})
