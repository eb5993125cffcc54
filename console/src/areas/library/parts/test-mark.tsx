import type { Content } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { Chip } from '../../../ui/chip'

/** Beside the name of a test video. */
export function TestMark({ content: { isTest } }: { readonly content: Pick<Content, 'isTest'> }) {
  const t = useText()
  return (
    isTest && (
      <span className="shrink-0" title={t('library:test.about')}>
        <Chip>{t('library:test.mark')}</Chip>
      </span>
    )
  )
}
