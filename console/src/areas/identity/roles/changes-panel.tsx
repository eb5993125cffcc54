import type { Role } from '@kinora/contract'
import { roleLimitOf } from '@kinora/contract/permissions'
import { useText } from '../../../lib/i18n'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { Section } from '../../../ui/section'
import { FormProblem } from '../form-problem'
import { ChangeList } from './change-list'
import type { RoleChange } from './role-changes'
import { isLimited, type RoleRights } from './role-rights'
import { useReachText } from './use-reach-text'

interface ChangesPanelProps {
  readonly role: Role
  readonly rights: RoleRights
  readonly changes: readonly RoleChange[]
  readonly isOutdated: boolean
  readonly onTake: () => void
  readonly onSave: () => void
  readonly onDiscard: () => void
  readonly busy: boolean
  readonly error: unknown
}

/** Beside the matrix: the unsaved changes, who is affected, and a summary of the role. */
export function ChangesPanel(props: ChangesPanelProps) {
  const { role, rights, changes, isOutdated, onTake, onSave, onDiscard, busy, error } = props
  const t = useText()
  const reachText = useReachText()
  const limit = roleLimitOf(rights.filter)
  return (
    <div className="top-4 flex flex-col gap-6 @min-[820px]:sticky">
      <p role="status" className="sr-only">
        {changes.length > 0 && t('identity:roles.unsaved', { count: changes.length })}
      </p>
      {changes.length > 0 && (
        <Section title={t('identity:roles.unsaved', { count: changes.length })}>
          <ChangeList changes={changes} />
          <p className="py-2.5 text-12 text-ink-3">{t('identity:roles.appliesTo', { count: role.users })}</p>
          <div className="flex flex-col gap-2">
            {isOutdated && (
              <Banner tone="warn" live>
                <p>{t('identity:roles.outdated')}</p>
                <Button variant="link" size="small" onPress={onTake} className="-ms-2.5">
                  {t('identity:roles.takeTheirs')}
                </Button>
              </Banner>
            )}
            <FormProblem error={error} />
            <div className="flex flex-col gap-2 @max-[820px]:hidden">
              <Button variant="primary" busy={busy} onPress={onSave}>
                {t('identity:roles.save', { count: changes.length })}
              </Button>
              <Button disabled={busy} onPress={onDiscard}>
                {t('identity:settings.discard')}
              </Button>
            </div>
          </div>
        </Section>
      )}
      <Section title={t('identity:roles.inShort')}>
        <p className="pt-3 text-ink-2">{reachText(rights)}.</p>
        {isLimited(rights.filter) && (
          <p className="pt-1 text-ink-2">
            {limit ? t(`roleLimits.${limit.type}`) : t('identity:roles.someVideos')}
          </p>
        )}
        <p className="pt-1 text-ink-2">{t('identity:roles.heldBy', { count: role.users })}</p>
      </Section>
    </div>
  )
}
