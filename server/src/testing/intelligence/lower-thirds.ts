import { execFile } from 'node:child_process'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Lines of lower thirds, each with the font that has its letters. */
export const lowerThirds = {
  en: {
    lines: ['Maria Thompson', 'Minister of Education'],
    font: import.meta.resolve('@expo-google-fonts/geist/600SemiBold/Geist_600SemiBold.ttf'),
  },
  hi: {
    lines: ['राजेश कुमार शर्मा', 'शिक्षा मंत्री'],
    font: import.meta.resolve(
      '@expo-google-fonts/anek-devanagari/600SemiBold/AnekDevanagari_600SemiBold.ttf',
    ),
  },
  ar: {
    lines: ['محمد عبد الرحمن', 'وزير التعليم'],
    font: import.meta.resolve(
      '@expo-google-fonts/noto-sans-arabic/600SemiBold/NotoSansArabic_600SemiBold.ttf',
    ),
  },
  te: {
    lines: ['రాజేశ్వరి వెంకట్', 'విద్యా శాఖ మంత్రి'],
    font: import.meta.resolve('@expo-google-fonts/anek-telugu/600SemiBold/AnekTelugu_600SemiBold.ttf'),
  },
} as const
export type LowerThird = keyof typeof lowerThirds

/** White on a dark box, dark on a light one, or white with a dark outline. */
export const letterStyles = {
  light: '&H00FFFFFF,&H00FFFFFF,&H00402010,&H00402010,0,0,0,0,100,100,0,0,3,12,0',
  dark: '&H00101010,&H00101010,&H00F0F0F0,&H00F0F0F0,0,0,0,0,100,100,0,0,3,10,0',
  outlined: '&H00FFFFFF,&H00FFFFFF,&H00000000,&H00000000,0,0,0,0,100,100,0,0,1,3,0',
} as const

/** A filter of ffmpeg that draws a lower third at the bottom left, with the shapes of its script.
 * @param folder for its files */
export async function drawLowerThird(
  folder: string,
  language: LowerThird,
  style: keyof typeof letterStyles = 'light',
): Promise<string> {
  const { lines, font } = lowerThirds[language]
  const file = fileURLToPath(font)
  const fonts = join(folder, 'fonts')
  await mkdir(fonts, { recursive: true })
  await copyFile(file, join(fonts, basename(file)))
  // `NotoSansArabic_600SemiBold.ttf` has the family "Noto Sans Arabic".
  const family = basename(file)
    .replace(/_.*/, '')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
  const script = `${language}-${style}.ass`
  await writeFile(
    join(folder, script),
    `[Script Info]
PlayResX: 1280
PlayResY: 720
[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Third,${family} SemiBold,44,${letterStyles[style]},1,80,60,60,1
[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: 0,0:00:00.00,1:00:00.00,Third,,0,0,0,,${lines.join('\\N')}
`,
  )
  return `ass=${join(folder, script)}:fontsdir=${fonts}`
}

/** Writes a picture of 8-bit brightness of 1280 × 720, and returns its pixels.
 * @param input arguments of ffmpeg @param filters after scaling */
export async function grayPicture(
  folder: string,
  name: string,
  input: readonly string[],
  filters: readonly string[] = [],
): Promise<Buffer> {
  const graph = ['scale=1280:720', ...filters].join(',')
  const raw = ['-frames:v', '1', '-pix_fmt', 'gray', '-f', 'rawvideo', name]
  await run('ffmpeg', ['-v', 'error', '-y', ...input, '-vf', graph, ...raw], { cwd: folder })
  return readFile(join(folder, name))
}

/** Share of the characters that are wrong (edit distance). */
export function characterError(wanted: string, got: string): number {
  const [a, b] = [[...wanted.normalize('NFC')], [...got.normalize('NFC')]]
  let row = Array.from({ length: b.length + 1 }, (_, n) => n)
  for (const [n, char] of a.entries()) {
    const next = [n + 1]
    for (const [m, other] of b.entries())
      next.push(Math.min((row[m + 1] ?? 0) + 1, (next[m] ?? 0) + 1, (row[m] ?? 0) + (char === other ? 0 : 1)))
    row = next
  }
  return (row.at(-1) ?? 0) / Math.max(1, a.length)
}
