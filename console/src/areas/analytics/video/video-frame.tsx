import type { Content } from '@kinora/contract'
import type { ReactNode } from 'react'
import { useLanguage, useText } from '../../../lib/i18n'
import { languages } from '../../../lib/languages'
import { LinkButton } from '../../../ui/link-button'
import { Select } from '../../../ui/select'
import { NoAccess, useRoleName, useWorkspace } from '../../identity'
import { filtersText } from '../filters'
import type { Counted } from '../queries'
import { type Preset, presets, usualPreset } from '../ranges'
import type { Tab } from '../tabs'

const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions()

interface VideoFrameProps {
  readonly content: Content
  /** From the address. */
  readonly range: string | undefined
  readonly onRange: (range: Preset) => void
  /** The tab of Analytics that shows more of this. */
  readonly moreIn: Tab
  /** At the start of the row with the range. */
  readonly lead?: (counted: Counted) => ReactNode
  /** Other ways on from here. */
  readonly actions?: (preset: Preset) => ReactNode
  readonly children: (counted: Counted) => ReactNode
}

/** A tab about the views of a video: which views count, and who may see it. */
export function VideoFrame({ content, range, onRange, moreIn, lead, actions, children }: VideoFrameProps) {
  const t = useText()
  const { environment, can } = useWorkspace()
  const roleName = useRoleName()
  const { tag: locale } = languages[useLanguage()]
  const preset = presets.find((one) => one === range) ?? usualPreset
  const filters = { contentId: [content.id] }
  const counted = { environmentId: environment.id, range: { preset, zone }, filters, locale }
  if (!can(['Analytics', 'Views', 'read'])) {
    return (
      <div className="pt-8">
        <NoAccess what={t('analytics:title')} role={roleName(environment.role)} />
      </div>
    )
  }
  return (
    <div className="@container pt-5">
      <div className="flex flex-wrap items-center justify-end gap-3">
        {lead && <div className="me-auto">{lead(counted)}</div>}
        <Select
          hideLabel
          label={t('analytics:range')}
          options={presets.map((id) => ({ id, label: t(`analytics:ranges.${id}`) }))}
          value={preset}
          onChange={onRange}
        />
        {actions?.(preset)}
        <LinkButton
          to="/$environmentId/analytics"
          params={{ environmentId: environment.id }}
          search={{ tab: moreIn, range: preset, filters: filtersText(filters) }}
        >
          {t('analytics:openInAnalytics')}
        </LinkButton>
      </div>
      {children(counted)}
    </div>
  )
}
