import {
  LIMIT_PRESETS,
  type LimitPreset,
  type Limits,
  nearestPreset,
} from '@nofiller/contract/content-limits/limit-rules'
import { plural } from '@nofiller/contract/text/digits'
import { RadioBox } from '../../ui/form/field.tsx'

type Levels = Limits['levels']

const WORDS: Record<LimitPreset['id'], { label: string; hint: string }> = {
  nothing: { label: 'Hide nothing', hint: 'No theme is hidden.' },
  careful: { label: 'Careful', hint: 'Hides six of the harshest themes when shown or implied.' },
  gentle: { label: 'Gentle only', hint: 'Hides any mention of hard themes, violence, abuse or self-harm.' },
}

/** Presets of limits, and after changes the distance from the nearest one. */
export function LimitPresets({ levels, onChoose }: { levels: Levels; onChoose: (levels: Levels) => void }) {
  const { preset: nearest, changed } = nearestPreset(levels)
  return (
    <fieldset>
      <legend className="mb-3 text-md/6 font-650">Start from</legend>
      <div className="grid gap-2 phone:grid-cols-2 phone:gap-3 bar:grid-cols-4">
        {LIMIT_PRESETS.map((preset) => (
          <Preset
            key={preset.id}
            {...WORDS[preset.id]}
            isChosen={changed === 0 && nearest === preset}
            onChoose={() => onChoose(preset.levels)}
          />
        ))}
        {changed > 0 && (
          <Preset
            label="My own"
            hint={`${WORDS[nearest.id].label}, with ${plural(changed, 'theme')} changed by you.`}
            isChosen
            onChoose={() => onChoose(levels)}
          />
        )}
      </div>
    </fieldset>
  )
}

type PresetProps = { label: string; hint: string; isChosen: boolean; onChoose: () => void }

const Preset = ({ label, hint, isChosen, onChoose }: PresetProps) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: RadioBox is the control
  <label className="grid cursor-pointer grid-cols-[20px_minmax(0,1fr)] content-start gap-3 rounded-2 border border-line bg-surface px-4 py-3.5 leading-[22px] hover:border-edge has-checked:border-accent has-checked:inset-ring-1 has-checked:inset-ring-accent">
    <span className="mt-px grid">
      <RadioBox name="preset" checked={isChosen} onChange={onChoose} />
    </span>
    <span>
      <b className="font-650">{label}</b>
      <span className="block text-sm/[22px] text-muted">{hint}</span>
    </span>
  </label>
)
