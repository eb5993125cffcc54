import { describe, expect, it } from 'vitest'
import { textSources } from './sources.mjs'
import { badTranslations } from './translations.mjs'

type Texts = Record<string, Record<string, string>>

const path = 'console/src/areas/library/texts.json'
const arabicForms = ['zero', 'one', 'two', 'few', 'many', 'other']

function check(texts: object | string): string[] {
  const text = typeof texts === 'string' ? texts : JSON.stringify(texts)
  return badTranslations([{ path, text }]).map((line) => line.replace(`${path}: `, ''))
}

function good(): Texts {
  const counted = { hi: '{{count}} वीडियो', te: '{{count}} వీడియోలు' }
  const arabic = '{{count}} فيديو'
  const rareForms = arabicForms.filter((form) => form !== 'one' && form !== 'other')
  return {
    title: { en: 'Videos', hi: 'वीडियो', ar: 'الفيديوهات', te: 'వీడియోలు' },
    hello: { en: 'Hello {{name}}', hi: 'नमस्ते {{name}}', ar: 'مرحبا {{name}}', te: 'నమస్తే {{name}}' },
    count_one: { ...counted, en: '{{count}} video', ar: arabic },
    count_other: { ...counted, en: '{{count}} videos', ar: arabic },
    ...Object.fromEntries(rareForms.map((form) => [`count_${form}`, { ar: arabic }])),
  }
}

function changed(key: string, change: Record<string, string | undefined>): object {
  const texts = good()
  return { ...texts, [key]: { ...texts[key], ...change } }
}

it('are complete in every language', () => {
  expect(badTranslations(textSources())).toEqual([])
})

describe('translations', () => {
  it('valid translations', () => {
    expect(check(good())).toEqual([])
    expect(check({ problems: good() })).toEqual([])
  })

  it('are JSON in languages that exist', () => {
    expect(check('{')).toEqual([`${path} is not JSON`])
    expect(check(changed('title', { fr: 'Vidéos' }))).toEqual(['fr is a language that Kinora does not have'])
    expect(check({ ...good(), plain: 'Videos' })).toEqual(['plain is a language that Kinora does not have'])
  })

  it('exist in every language', () => {
    expect(check(changed('title', { hi: undefined }))).toEqual(['hi: title is missing'])
    expect(check(changed('extra', { te: 'అదనపు' }))).toEqual(['te: extra is not in English'])
    expect(check({ problems: changed('title', { te: undefined }) })).toEqual([
      'te: problems.title is missing',
    ])
  })

  it('have the plural forms of their language', () => {
    expect(check(changed('count_few', { ar: undefined }))).toEqual(['ar: count_few is missing'])
    expect(check(changed('count_few', { hi: '{{count}} वीडियो' }))).toEqual([
      'hi: count_few is not in English',
    ])
    expect(check(changed('count_zero', { en: 'No videos' }))).toEqual([])
  })

  it('have the variables and tags of English', () => {
    expect(check(changed('hello', { ar: 'مرحبا {{nom}}' }))).toEqual([
      'ar: hello lacks {{name}}',
      'ar: hello has {{nom}}, which is not in English',
    ])
    expect(check(changed('count_one', { ar: 'فيديو واحد' }))).toEqual([])
  })

  it('are not English, except names and units', () => {
    expect(check(changed('title', { hi: 'Videos' }))).toEqual(['hi: title is not translated: "Videos"'])
    const names = { brand: 'Kinora', rate: '{{value}} kbps', format: 'HLS, MP4' }
    const sides = Object.entries(names).map(([key, text]) => [
      key,
      { en: text, hi: text, ar: text, te: text },
    ])
    expect(check({ ...good(), ...Object.fromEntries(sides) })).toEqual([])
  })

  it('are not empty', () => {
    expect(check(changed('title', { te: ' ' }))).toEqual(['te: title is empty'])
  })

  it('stand in one file of an area', () => {
    const text = JSON.stringify(good())
    const other = 'console/src/areas/library/clips/texts.json'
    const repeated = badTranslations([path, other].map((file) => ({ path: file, text })))
    expect(repeated[0]).toBe(`${other}: title is also in ${path}`)
  })
})
