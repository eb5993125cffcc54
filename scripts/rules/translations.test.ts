import { describe, expect, it } from 'vitest'
import { textSources } from './sources.mjs'
import { badTranslations } from './translations.mjs'

type Texts = Record<string, unknown>

const counted = { hi: '{{count}} वीडियो', ar: '{{count}} فيديو', te: '{{count}} వీడియోలు' }
const arabicForms = ['zero', 'one', 'two', 'few', 'many', 'other']

function check(texts: Record<string, Texts | string>): string[] {
  return badTranslations(
    Object.entries(texts).map(([language, value]) => ({
      path: `console/src/areas/library/i18n/${language}.json`,
      text: typeof value === 'string' ? value : JSON.stringify(value),
    })),
  ).map((line) => line.replace('console/src/areas/library/i18n/', ''))
}

function good(): Record<string, Texts> {
  return {
    en: {
      title: 'Videos',
      hello: 'Hello {{name}}',
      count_one: '{{count}} video',
      count_other: '{{count}} videos',
    },
    hi: { title: 'वीडियो', hello: 'नमस्ते {{name}}', count_one: counted.hi, count_other: counted.hi },
    ar: {
      title: 'الفيديوهات',
      hello: 'مرحبا {{name}}',
      ...Object.fromEntries(arabicForms.map((form) => [`count_${form}`, counted.ar])),
    },
    te: { title: 'వీడియోలు', hello: 'నమస్తే {{name}}', count_one: counted.te, count_other: counted.te },
  }
}

function changed(language: string, change: Texts): Record<string, Texts> {
  const texts = good()
  return { ...texts, [language]: { ...texts[language], ...change } }
}

it('are complete in every language', () => {
  expect(badTranslations(textSources())).toEqual([])
})

describe('translations', () => {
  it('valid translations', () => {
    expect(check(good())).toEqual([])
  })

  it('exist in every language, as JSON', () => {
    const { te: _, ...others } = good()
    expect(check(others)).toEqual(['te.json is missing'])
    expect(check({ ...good(), hi: '{' })).toEqual(['hi.json is not JSON'])
    expect(check({ ...good(), fr: {} })).toEqual(['fr.json: is a language that Kinora does not have'])
  })

  it('have exactly the keys of English', () => {
    const texts = good()
    delete texts.hi?.title
    expect(check(texts)).toEqual(['hi.json: title is missing'])
    expect(check(changed('te', { extra: 'అదనపు' }))).toEqual(['te.json: extra is not in en.json'])
  })

  it('have the plural forms of their language', () => {
    const texts = good()
    delete texts.ar?.count_few
    expect(check(texts)).toEqual(['ar.json: count_few is missing'])
    expect(check(changed('hi', { count_few: counted.hi }))).toEqual(['hi.json: count_few is not in en.json'])
    expect(check(changed('en', { count_zero: 'No videos' }))).toEqual([])
  })

  it('have the variables and tags of English', () => {
    expect(check(changed('ar', { hello: 'مرحبا {{nom}}' }))).toEqual([
      'ar.json: hello lacks {{name}}',
      'ar.json: hello has {{nom}}, which is not in English',
    ])
    expect(check(changed('ar', { count_one: 'فيديو واحد' }))).toEqual([])
  })

  it('are not English, except names and units', () => {
    expect(check(changed('hi', { title: 'Videos' }))).toEqual(['hi.json: title is not translated: "Videos"'])
    const names = { brand: 'Kinora', rate: '{{value}} kbps', format: 'HLS, MP4' }
    const all = Object.fromEntries(
      Object.entries(good()).map(([language, texts]) => [language, { ...texts, ...names }]),
    )
    expect(check(all)).toEqual([])
  })

  it('are not empty', () => {
    expect(check(changed('te', { title: ' ' }))).toEqual(['te.json: title is empty'])
  })

  it('are checked in the files that have all languages side by side', () => {
    const path = 'console/src/areas/library/vocabulary.json'
    const checked = (text: object) => badTranslations([{ path, text: JSON.stringify({ problems: text }) }])
    const title = { en: 'Video {{name}}', hi: 'वीडियो {{name}}', ar: 'فيديو {{name}}', te: 'వీడియో {{name}}' }
    expect(checked({ title })).toEqual([])
    expect(checked({ title, late: { ...title, te: undefined } })).toEqual([
      `${path}/te.json: problems.late is missing`,
    ])
    expect(checked({ title: { ...title, ar: 'فيديو' } })).toEqual([
      `${path}/ar.json: problems.title lacks {{name}}`,
    ])
  })
})
