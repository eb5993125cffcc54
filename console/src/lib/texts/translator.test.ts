import { describe, expect, it } from 'vitest'
import { translatorOf } from './translator'

const words = {
  common: { videos_zero: 'none', videos_two: 'two', videos_other: '{{count}} videos', plain: 'Plain' },
  identity: { signIn: { title: 'Sign in, {{name}}' } },
}

describe('texts', () => {
  it('are found by namespace and path, with their values', () => {
    const t = translatorOf('en', words)
    expect(t('plain')).toBe('Plain')
    expect(t('identity:signIn.title', { name: '{{name}} $& <b>' })).toBe('Sign in, {{name}} $& <b>')
    expect(t('identity:signIn.title')).toBe('Sign in, {{name}}')
  })

  it('have the plural form of their language', () => {
    expect(translatorOf('en', words)('videos', { count: 0 })).toBe('0 videos')
    const arabic = translatorOf('ar', words)
    expect([0, 2, 100].map((count) => arabic('videos', { count }))).toEqual(['none', 'two', '100 videos'])
  })

  it('are the default or the key if there are none', () => {
    const t = translatorOf('en', words)
    expect(t('problems.unheard-of', { defaultValue: 'From the server' })).toBe('From the server')
    expect(t('identity:signIn.constructor')).toBe('signIn.constructor')
  })
})
