import { useText } from '../../../lib/i18n'

const known = ['network', 'missing', 'media'] as const

/** Returns a function that gives the display name of an error code. */
export function useErrorName(): (code: string) => string {
  const t = useText()
  return (code) => {
    const one = known.find((id) => id === code)
    return one === undefined ? code : t(`analytics:errorNames.${one}`)
  }
}
