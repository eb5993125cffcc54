import type { Role, SignInRules } from '@kinora/contract'
import { useId, useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Checkbox } from '../../../ui/checkbox'
import { Select } from '../../../ui/select'
import { toast } from '../../../ui/toast-store'
import { useRoleName } from '../roles/role-name'
import { SettingsForm } from '../settings-form'
import { useWorkspace } from '../workspace'
import { useSetSignInRules } from './queries'

interface RulesFormProps {
  readonly rules: SignInRules
  readonly roles: readonly Pick<Role, 'id' | 'name' | 'builtIn'>[]
  readonly mayEdit: boolean
}

/** Offered times in minutes. */
const times = [15, 30, 60, 240, 480, 1440, 10_080, 20_160]
const asInstallation = 'installation'

/** A form with one button, because a rule can lock people out. */
export function RulesForm({ rules, roles, mayEdit }: RulesFormProps) {
  const t = useText()
  const format = useFormat()
  const roleName = useRoleName()
  const { organization } = useWorkspace()
  const save = useSetSignInRules(organization.id)
  const membersId = useId()
  const known = {
    all: rules.requiresSecondFactor,
    roleIds: rules.secondFactorRoles.map(({ id }) => id),
    minutes: rules.sessionIdleMinutes,
  }
  const [edits, setEdits] = useState<Partial<typeof known>>({})
  const chosen = { ...known, ...edits }
  const { all, roleIds, minutes } = chosen
  const isDirty = JSON.stringify(chosen) !== JSON.stringify(known)
  const choose = (change: Partial<typeof known>) => {
    setEdits({ ...edits, ...change })
    save.reset()
  }
  const setRole = (id: string, on: boolean) =>
    choose({
      roleIds: roles.map((role) => role.id).filter((each) => (each === id ? on : roleIds.includes(each))),
    })
  const timeText = (of: number) => (of < 60 ? format.timeSpan(of * 60) : format.hours(of / 60))
  const offered = [...new Set([...times, ...(known.minutes === null ? [] : [known.minutes])])]
    .filter((each) => each < rules.installationIdleMinutes || each === known.minutes)
    .sort((a, b) => a - b)
  const send = () =>
    save.mutate(
      { requiresSecondFactor: all, secondFactorRoleIds: roleIds, sessionIdleMinutes: minutes },
      {
        onSuccess: () => {
          setEdits({})
          toast({ text: t('identity:signInRules.saved'), tone: 'good' })
        },
      },
    )
  return (
    <SettingsForm
      save={save}
      action={t('identity:signInRules.save')}
      isDirty={isDirty}
      mayEdit={mayEdit}
      onSave={send}
      onDiscard={() => setEdits({})}
    >
      <fieldset className="flex min-w-0 flex-col items-start gap-3" aria-describedby={membersId}>
        <legend className="mb-2 text-13 font-mid text-ink">{t('identity:signInRules.factor')}</legend>
        <p id={membersId} className="text-12 text-pretty text-ink-3">
          {t('identity:signInRules.factorAbout')}
          <br />
          {t('identity:signInRules.without', { number: format.number(rules.membersWithoutSecondFactor) })}
        </p>
        <Checkbox checked={all} disabled={!mayEdit} onChange={(on) => choose({ all: on })}>
          {t('identity:signInRules.everyone')}
        </Checkbox>
        {roles.map((role) => (
          <Checkbox
            key={role.id}
            checked={all || roleIds.includes(role.id)}
            disabled={!mayEdit || all}
            onChange={(on) => setRole(role.id, on)}
          >
            <bdi>{roleName(role)}</bdi>
          </Checkbox>
        ))}
      </fieldset>
      {mayEdit ? (
        <Select
          label={t('identity:signInRules.idle')}
          help={t('identity:signInRules.idleHelp')}
          value={minutes === null ? asInstallation : String(minutes)}
          options={[
            ...offered.map((each) => ({ id: String(each), label: timeText(each) })),
            {
              id: asInstallation,
              label: t('identity:signInRules.asInstallation', {
                time: timeText(rules.installationIdleMinutes),
              }),
            },
          ]}
          onChange={(id) => choose({ minutes: id === asInstallation ? null : Number(id) })}
        />
      ) : (
        <p>
          <span className="text-ink-3">{t('identity:signInRules.idle')}: </span>
          {timeText(Math.min(minutes ?? Number.POSITIVE_INFINITY, rules.installationIdleMinutes))}
        </p>
      )}
    </SettingsForm>
  )
}
