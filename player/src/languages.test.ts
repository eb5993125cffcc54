import { expect, it } from 'vitest'
import { localeOf } from './languages.ts'

it("formats dates in the viewer's locale, or in the language's own format", () => {
  expect(localeOf('ar-EG', 'ar')).toBe('ar-EG')
  expect(localeOf('fr-FR', 'en')).toBe('en')
  for (const asked of ['en_GB', 'en-', 'en-us-x', 'en-1-1']) expect(localeOf(asked, 'en')).toBe('en')
})
