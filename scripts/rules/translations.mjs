/** @typedef {import('./sources.mjs').Source} Source */
/** @typedef {Map<string, string>} Texts */

const source = 'en'
const languages = [source, 'hi', 'ar', 'te']
const pluralSuffix = /_(zero|one|two|few|many|other)$/
/** Has the languages of each text side by side. */
const textFile = /^(?:console|player)\/src\/(?:.*\/)?texts\.json$/
const areaOf = /^console\/src\/areas\/\w+/

/** Words that are equal in every language: names, formats and units. */
const international = new Set(
  `Kinora Google YouTube Facebook Instagram LinkedIn Chromecast AirPlay OBS Slack Teams AWS S3 R2 GCS FFmpeg
  HLS DASH MP4 WebM MOV GIF PNG JPG JPEG WebP SVG CSV XLSX PDF JSON XML VTT SRT RTMP RTMPS RTSP WHIP WHEP
  H.264 H.265 HEVC AV1 VP9 AAC Opus UTC ISO URL URLs API APIs ID IDs UUID IP HTTP HTTPS JWT OTP SSAI VAST SCTE-35
  HMAC SHA-256 CDN DRM SDK SMTP CPM QR QA px fps dB dBFS Hz kHz kbps Mbps kb KB MB GB TB ms USD INR x`.split(
    /\s+/,
  ),
)

/** Errors of the translations, one per line.
 * @param {Source[]} sources
 * @returns {string[]} */
export function badTranslations(sources) {
  const files = sources.filter(({ path: file }) => textFile.test(file))
  return files.flatMap(badFile).concat(repeatedKeys(files))
}

/** @param {Source} source @returns {string[]} */
function badFile({ path: file, text }) {
  const byLanguage = parse(text)
  if (byLanguage === null) return [`${file} is not JSON`]
  const unknown = Array.from(byLanguage.keys()).filter((language) => !languages.includes(language))
  const english = byLanguage.get(source) ?? new Map()
  return unknown
    .map((language) => `${file}: ${language} is a language that Kinora does not have`)
    .concat(
      languages.flatMap((language) =>
        badLanguage(language, byLanguage.get(language) ?? new Map(), english).map(
          (what) => `${file}: ${language}: ${what}`,
        ),
      ),
    )
}

/** Keys that two files of an area have: one would hide the other.
 * @param {Source[]} files
 * @returns {string[]} */
function repeatedKeys(files) {
  const owners = new Map()
  return files.flatMap(({ path: file, text }) => {
    const area = areaOf.exec(file)?.[0] ?? file
    return Array.from(parse(text)?.get(source)?.keys() ?? []).flatMap((key) => {
      const owner = owners.get(`${area} ${key}`)
      owners.set(`${area} ${key}`, file)
      return owner === undefined ? [] : [`${file}: ${key} is also in ${owner}`]
    })
  })
}

/** @param {string} language @param {Texts} texts @param {Texts} english @returns {string[]} */
function badLanguage(language, texts, english) {
  const expected = expectedKeys(language, english)
  return [
    ...Array.from(expected.keys()).flatMap((key) => (texts.has(key) ? [] : [`${key} is missing`])),
    ...Array.from(texts).flatMap(([key, text]) => {
      const model = expected.get(key) ?? expected.get(key.replace(/_zero$/, '_other'))
      if (model === undefined) return [`${key} is not in English`]
      return badText(key, text, model, language)
    }),
  ]
}

/** The keys that a language needs, with the English text of each. A text with a count has one key per plural form
 * of the language.
 * @param {string} language
 * @param {Texts} english
 * @returns {Texts} */
function expectedKeys(language, english) {
  const keys = new Map()
  for (const [key, text] of english) {
    const base = key.replace(pluralSuffix, '')
    const other = english.get(`${base}_other`)
    if (base === key || other === undefined) keys.set(key, text)
    else
      for (const form of formsOf(language, base))
        keys.set(`${base}_${form}`, english.get(`${base}_${form}`) ?? other)
  }
  return keys
}

/** @param {string} language @param {string} base */
function formsOf(language, base) {
  const type = base.endsWith('_ordinal') ? 'ordinal' : 'cardinal'
  return new Intl.PluralRules(language, { type }).resolvedOptions().pluralCategories
}

/** @param {string} key @param {string} text @param {string} model @param {string} language @returns {string[]} */
function badText(key, text, model, language) {
  if (text.trim() === '') return [`${key} is empty`]
  // "One video" and "two videos" may spell out the number.
  const free = pluralSuffix.test(key) ? ['{{count}}'] : []
  const lost = partsOf(model).filter((part) => !partsOf(text).includes(part) && !free.includes(part))
  const added = partsOf(text).filter((part) => !partsOf(model).includes(part) && !free.includes(part))
  const untranslated = language !== source && text === model && !isInternational(text)
  return [
    ...lost.map((part) => `${key} lacks ${part}`),
    ...added.map((part) => `${key} has ${part}, which is not in English`),
    ...(untranslated ? [`${key} is not translated: ${JSON.stringify(text)}`] : []),
  ]
}

/** The variables, nested texts and tags of a text.
 * @param {string} text
 * @returns {string[]} */
function partsOf(text) {
  const variables = Array.from(text.matchAll(/\{\{-?\s*([\w.]+)[^}]*\}\}/g), (match) => `{{${match[1]}}}`)
  const others = text.match(/\$t\([^)]*\)|<\/?\w+\s*\/?>/g) ?? []
  return [...variables, ...others]
}

/** @param {string} text */
function isInternational(text) {
  const words = text.replace(/\{\{[^}]*\}\}|\$t\([^)]*\)|<[^>]*>/g, ' ').split(/[\s,;:()/·|–—+…→]+/)
  return words.every((word) => international.has(word) || !/\p{L}/u.test(word))
}

/** The texts of a file by language and key. Null if it is not JSON.
 * @param {string} text
 * @returns {Map<string, Texts> | null} */
function parse(text) {
  const byLanguage = new Map()
  try {
    for (const [path, value] of flatten(JSON.parse(text), '')) {
      const at = path.lastIndexOf('.')
      const language = path.slice(at + 1)
      const texts = byLanguage.get(language) ?? new Map()
      byLanguage.set(language, texts.set(path.slice(0, Math.max(at, 0)), value))
    }
  } catch {
    return null
  }
  return byLanguage
}

/** @param {unknown} value @param {string} key @returns {[string, string][]} */
function flatten(value, key) {
  if (typeof value !== 'object' || value === null) return [[key, String(value)]]
  return Object.entries(value).flatMap(([name, inner]) =>
    flatten(inner, key === '' ? name : `${key}.${name}`),
  )
}
