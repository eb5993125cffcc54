import { expect, it } from 'vitest'
import { localeOf } from './languages.ts'

it('writes dates as the viewer has them, and as the language has them where that is no locale', () => {
  expect(localeOf('ar-EG', 'ar')).toBe('ar-EG')
  expect(localeOf('fr-FR', 'en')).toBe('en')
  for (const asked of ['en_GB', 'en-', 'en-us-x', 'en-1-1']) expect(localeOf(asked, 'en')).toBe('en')
})
