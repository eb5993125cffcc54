import { cx } from './cx'

/** Backgrounds with enough contrast for white letters in both themes. */
const grounds = ['#6b54a3', '#8a4b12', '#0f7173', '#9c3a64', '#2a498e', '#4d6a14', '#71520c', '#3a5a78']

interface AvatarProps {
  readonly firstName: string
  readonly lastName: string
  /** Determines the color. */
  readonly id: string
}

/** A person's initials in a circle. */
export function Avatar({ firstName, lastName, id }: AvatarProps) {
  return <Initials words={[firstName, lastName]} id={id} size={26} corner={13} />
}

interface InitialsProps {
  /** The initials of the first two words are shown. */
  readonly words: readonly string[]
  readonly id: string
  readonly size: number
  readonly corner: number
}

export function Initials({ words, id, size, corner }: InitialsProps) {
  const sum = [...id].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return (
    <span
      aria-hidden
      className={cx(
        'grid shrink-0 place-items-center font-head text-[#fff] select-none',
        size >= 40 ? 'text-16' : 'text-11',
      )}
      style={{
        width: size,
        height: size,
        borderRadius: corner,
        background: grounds[sum % grounds.length],
      }}
    >
      {words.slice(0, 2).map(initial).join('')}
    </span>
  )
}

/** The first grapheme cluster, which includes vowel signs. */
function initial(name: string): string {
  const [first] = new Intl.Segmenter().segment(name)
  return first?.segment.toUpperCase() ?? ''
}
