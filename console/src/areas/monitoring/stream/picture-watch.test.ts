import { expect, it } from 'vitest'
import { watchPictures } from './picture-watch'

const picture = (value: number) => new Uint8Array(16).fill(value)

it('finds black pictures after three seconds', () => {
  const watch = watchPictures()
  const signs = [0, 1000, 2000, 3000, 4000].map((at) => watch(picture(at % 2000 === 0 ? 2 : 9), at))
  expect(signs.map(({ isBlack }) => isBlack)).toEqual([false, false, false, true, true])
  const bright = picture(2)
  bright[7] = 200
  expect(watch(bright, 5000).isBlack).toBe(false)
})

it('finds a still that encoders change a little, and no slow fade', () => {
  const still = watchPictures()
  let signs = still(picture(100), 0)
  for (let s = 1; s <= 11; s += 1) signs = still(picture(100 + (s % 3)), s * 1000)
  expect(signs).toEqual({ isBlack: false, isFrozen: true })
  expect(still(picture(140), 12_000).isFrozen).toBe(false)
  const fade = watchPictures()
  for (let s = 0; s <= 30; s += 1) expect(fade(picture(60 + s * 2), s * 1000).isFrozen).toBe(false)
})
