import { DEVICES, type Device } from '@nofiller/contract/catalog/devices'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { useCall } from '../../api/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { CheckBox } from '../../ui/form/field.tsx'
import { Panel } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'

const CALL = 'GET /api/follows/devices'

/** For which devices the user hears of new versions of games they follow. Each change is saved at once. */
export function OwnDevices() {
  const devices = useCall(CALL, {})
  const queries = useQueryClient()
  const saving = useAction(
    (chosen: Device[]) => call('PUT /api/follows/devices', { body: { devices: chosen } }),
    { onDone: () => queries.invalidateQueries({ queryKey: [CALL] }) },
  )
  return (
    <Panel>
      <h2 className="text-md/6 font-650">My devices</h2>
      <p className="mb-3 max-w-[60ch] text-sm text-muted">
        Of games you follow, hear only of versions for these. Tick none to hear of all.
      </p>
      <QueryView query={devices} error="Failed to load your devices">
        {({ devices: chosen, proposed }) => {
          const isProposed = chosen.length === 0 && proposed.length > 0
          return (
            <div className="grid gap-3">
              <fieldset className="flex flex-wrap gap-x-5 gap-y-1">
                <legend className="sr-only">My devices</legend>
                {DEVICES.map((device) => (
                  // biome-ignore lint/a11y/noLabelWithoutControl: the box is the control
                  <label key={device} className="flex min-h-9 cursor-pointer items-center gap-2 text-ui">
                    <CheckBox
                      checked={chosen.includes(device)}
                      onChange={({ target }) =>
                        saving.press(
                          target.checked ? [...chosen, device] : chosen.filter((one) => one !== device),
                        )
                      }
                    />
                    {device}
                  </label>
                ))}
              </fieldset>
              {isProposed && (
                <p className="flex flex-wrap items-center gap-3 text-sm text-muted">
                  You downloaded files for {proposed.join(', ')}.
                  <Button size="small" busy={saving.busy} onClick={() => saving.press(proposed)}>
                    Tick {proposed.length === 1 ? 'it' : 'these'}
                  </Button>
                </p>
              )}
            </div>
          )
        }}
      </QueryView>
    </Panel>
  )
}
