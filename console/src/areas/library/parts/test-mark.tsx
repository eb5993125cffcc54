import type { Content } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { Chip } from '../../../ui/chip'

/** Marks a test video. Screen readers get the explanation of the tooltip too. */
export function TestMark({ content: { isTest } }: { readonly content: Pick<Content, 'isTest'> }) {
  const t = useText()
  return (
    isTest && (
      <span className="relative shrink-0" title={t('library:test.about')}>
        <Chip>{t('library:test.mark')}</Chip>
        <span className="sr-only">{t('library:test.about')}</span>
      </span>
    )
  )
}
