import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

type Three = readonly [number, number, number]

/** Minimum contrast of a line with its background (WCAG 2.2, 1.4.11). */
const LEAST_CONTRAST = 3
/** Minimum OKLab distance between any two of the first colors, as `tokens.css` states (rounded). 0.02 is a just noticeable
 * difference. A chart has at most 8 lines. */
const leastDistances = [
  { first: 6, least: 0.12 },
  { first: 8, least: 0.065 },
  { first: 20, least: 0.041 },
]
/** Minimum OKLab distance between adjacent colors. */
const LEAST_NEXT = 0.05

/** Simulations of color blindness on linear colors (Machado, Oliveira and Fernandes 2009, severity 1). */
const sights: Readonly<Record<string, readonly Three[]>> = {
  'full sight': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

const css = readFileSync(join(import.meta.dirname, '../../../app/tokens.css'), 'utf8')
const [light = '', dark = ''] = css.split('[data-theme="dark"] {')
const themes = [
  { theme: 'light', text: light },
  { theme: 'dark', text: dark },
]

function colorsOf(text: string): Three[] {
  return Array.from({ length: 20 }, (_, n) => {
    const [, hex = ''] = new RegExp(`--c${n + 1}: #([0-9a-f]{6});`).exec(text) ?? []
    const channel = (at: number) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    return [channel(0), channel(2), channel(4)]
  })
}

/** The color of a surface in the theme. */
function surfaceOf(text: string, name: string): Three {
  const [, l, c, h] = new RegExp(`--${name}: oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)\\);`).exec(text) ?? []
  const angle = (Number(h) * Math.PI) / 180
  const [L, a, b] = [Number(l), Number(c) * Math.cos(angle), Number(c) * Math.sin(angle)]
  const long = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (L - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ]
}

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const luminance = ([r, g, b]: Three) => 0.2126 * r + 0.7152 * g + 0.0722 * b

function contrast(one: Three, other: Three): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

function seenBy(sight: readonly Three[], color: Three): Three {
  const [r = 0, g = 0, b = 0] = sight.map((row) => {
    const value = row[0] * color[0] + row[1] * color[1] + row[2] * color[2]
    return Math.min(1, Math.max(0, value))
  })
  return [r, g, b]
}

/** Converts a color to OKLab (Ottosson 2020). */
function labOf([r, g, b]: Three): Three {
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const middle = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  ]
}

const distance = (one: Three, other: Three) => Math.hypot(...one.map((value, n) => value - (other[n] ?? 0)))

describe.each(themes)('the 20 colors of charts in the $theme theme', ({ text }) => {
  const colors = colorsOf(text)

  it.each(['paper', 'panel'])('stand out from the %s', (name) => {
    const surface = surfaceOf(text, name)
    const least = Math.min(...colors.map((color) => contrast(color, surface)))
    expect(least).toBeGreaterThanOrEqual(LEAST_CONTRAST)
  })

  it.each(Object.entries(sights))('differ for people with %s', (_name, sight) => {
    const seen = colors.map((color) => labOf(seenBy(sight, color)))
    const next = seen.slice(1).map((color, n) => distance(color, seen[n] ?? color))
    expect(Math.min(...next)).toBeGreaterThanOrEqual(LEAST_NEXT)
    for (const { first, least } of leastDistances) {
      const some = seen.slice(0, first)
      const pairs = some.flatMap((color, n) => some.slice(n + 1).map((other) => distance(color, other)))
      expect(Math.min(...pairs)).toBeGreaterThanOrEqual(least)
    }
  })
})
