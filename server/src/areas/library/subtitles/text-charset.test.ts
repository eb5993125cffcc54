import { cueLimits } from '@kinora/media'
import { describe, expect, it } from 'vitest'
import { decodeText } from './text-charset.ts'

/** Encodes text in a single-byte charset by inverting the decoder. */
function encode(text: string, charset: string): Uint8Array {
  const decoder = new TextDecoder(charset)
  const table = new Map<string, number>()
  for (let byte = 0; byte < 256; byte++) table.set(decoder.decode(Uint8Array.of(byte)), byte)
  return Uint8Array.from(text, (char) => table.get(char) ?? 0x3f)
}

function wide(text: string, isLittle: boolean, mark: boolean): Uint8Array {
  const units = mark ? `\ufeff${text}` : text
  const bytes = new DataView(new ArrayBuffer(units.length * 2))
  for (let n = 0; n < units.length; n++) bytes.setUint16(n * 2, units.charCodeAt(n), isLittle)
  return new Uint8Array(bytes.buffer)
}

const cues = (lines: string[]) =>
  lines.map((line, n) => `${n + 1}\r\n00:00:0${n},000 --> 00:00:0${n},900\r\n${line}\r\n`).join('\r\n')
const texts = {
  arabic: cues([
    'مرحبا بكم في نشرة الأخبار',
    'هذا هو البرنامج الذي ينتظره الجميع',
    'إلى اللقاء في الحلقة القادمة',
  ]),
  french: cues([
    'Bienvenue à tous, voici les actualités',
    'L’été dernier, nous étions à la plage',
    'Ça va être très intéressant',
  ]),
  polish: cues([
    'Dzień dobry państwu, oto wiadomości',
    'Wczoraj byliśmy na wsi i jedliśmy śliwki',
    'Żegnamy się i życzymy miłego wieczoru',
  ]),
  russian: cues([
    'Добрый вечер, в эфире новости',
    'Вчера мы были на даче и ели яблоки',
    'До свидания и до новых встреч',
  ]),
  hindi: cues(['नमस्ते, आज के समाचार', 'कल हम गाँव में थे', 'फिर मिलेंगे']),
}

describe('a text file', () => {
  it.each([
    ['french', 'windows-1252'],
    ['arabic', 'windows-1256'],
    ['arabic', 'iso-8859-6'],
    ['russian', 'windows-1251'],
    ['polish', 'iso-8859-2'],
  ] as const)('in %s is read from %s', (language, charset) => {
    expect(decodeText(encode(texts[language], charset))).toEqual({
      text: new TextDecoder(charset).decode(encode(texts[language], charset)),
      charset,
    })
  })

  it.each(['arabic', 'french', 'hindi'] as const)(
    'in %s is read from UTF-8 and UTF-16, marked or not',
    (language) => {
      const text = texts[language]
      expect(decodeText(new TextEncoder().encode(text))).toEqual({ text, charset: 'utf-8' })
      expect(decodeText(new TextEncoder().encode(`\ufeff${text}`))).toEqual({ text, charset: 'utf-8' })
      for (const mark of [true, false]) {
        expect(decodeText(wide(text, true, mark))).toEqual({ text, charset: 'utf-16le' })
        expect(decodeText(wide(text, false, mark))).toEqual({ text, charset: 'utf-16be' })
      }
    },
  )

  it('is not an image, a program or noise', () => {
    const noise = Uint8Array.from({ length: 5000 }, (_, n) => (n * 7919 + (n >> 3) * 31) % 256)
    const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 1, 0)
    for (const bytes of [noise, png, new Uint8Array(100)]) expect(decodeText(bytes)).toBe('not-text')
  })

  it('is refused if it is too large', () => {
    expect(decodeText(new Uint8Array(cueLimits.fileBytes + 1).fill(97))).toBe('file-too-large')
  })

  it('is read in the given charset, if it is too short to detect one', () => {
    const text = cues(['OK, نعم'])
    const bytes = encode(text, 'windows-1256')
    expect(decodeText(bytes)).not.toMatchObject({ text })
    expect(decodeText(bytes, { charset: 'windows-1256' })).toEqual({ text, charset: 'windows-1256' })
  })

  it.each([
    ['hr', 'Đavo ne spava, a ni Anđela', 'windows-1250'],
    ['hr', 'Šešir je žut, a ključ Anđelin', 'iso-8859-2'],
    ['hr', 'Đavo', 'windows-1250'],
    ['tr', 'Işık', 'windows-1254'],
    ['cs', 'Děti už spí', 'windows-1250'],
    ['cs', 'Děti už šly domů', 'iso-8859-2'],
    ['sk', 'Ďakujem, ľúbim ťa', 'windows-1250'],
    ['sl', 'Človek še živi', 'windows-1250'],
    ['pl', 'Cześć, źle śpię', 'windows-1250'],
    ['pl', 'Cześć, źle śpię', 'iso-8859-2'],
    ['hu', 'Jó reggelt, hűség és őszinteség', 'windows-1250'],
    ['ro', 'Bună ziua, ţară şi viaţă', 'windows-1250'],
    ['sr-Latn', 'Đorđe je kući', 'windows-1250'],
    ['tr', 'Işık, şimdi değil', 'windows-1254'],
    ['is', 'Það er gott að þú ert hér', 'windows-1252'],
    ['de-AT', 'Grüße aus Österreich', 'windows-1252'],
  ] as const)('in %s is read by its language: %s from %s', (languageCode, line, charset) => {
    const text = cues([line])
    expect(decodeText(encode(text, charset), { languageCode })).toEqual({ text, charset })
  })

  it('is read by its first letters beyond ASCII, at any position', () => {
    const text = cues([
      ...Array.from({ length: 3000 }, () => 'No one else here'),
      ...texts.polish.split('\r\n'),
    ])
    const bytes = encode(text, 'iso-8859-2')
    expect(decodeText(bytes)).toEqual({ text, charset: 'iso-8859-2' })
    expect(decodeText(bytes, { languageCode: 'pl' })).toEqual({ text, charset: 'iso-8859-2' })
  })

  it('in another script is not changed by its language', () => {
    const bytes = encode(texts.russian, 'windows-1251')
    for (const languageCode of ['sr', 'en'])
      expect(decodeText(bytes, { languageCode })).toMatchObject({ charset: 'windows-1251' })
  })

  it('is refused if it is invalid in the given charset', () => {
    expect(decodeText(encode(texts.french, 'windows-1252'), { charset: 'utf-8' })).toBe('not-text')
  })
})
