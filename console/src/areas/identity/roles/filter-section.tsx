import { type ComponentType, Suspense } from 'react'
import { useText } from '../../../lib/i18n'
import { Section } from '../../../ui/section'
import type { RoleFilterProps } from '../slots'

interface FilterSectionProps extends RoleFilterProps {
  /** From the area that has the videos. */
  readonly Fields: ComponentType<RoleFilterProps>
}

/** Limits a role to some videos. */
export function FilterSection({ Fields, ...props }: FilterSectionProps) {
  const t = useText()
  return (
    <div className="pt-8">
      <Section title={t('identity:roles.filter.title')} about={t('identity:roles.filter.about')}>
        <Suspense>
          <Fields {...props} />
        </Suspense>
      </Section>
    </div>
  )
}
