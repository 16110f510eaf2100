/**
 * A browser of windows and nothing else, for `gjs`. WebKitGTK's own MiniBrowser has private sessions alone under a
 * driver, which do not report errors on their pages, and a bar that is wider than a phone.
 */
import GLib from 'gi://GLib'
import Gtk from 'gi://Gtk?version=3.0'
import WebKit from 'gi://WebKit2?version=4.1'

Gtk.init(null)
Gtk.Settings.get_default().gtk_enable_animations = false // pages see it as "prefers-reduced-motion"

const folder = GLib.getenv('HOME')
const context = new WebKit.WebContext({
  website_data_manager: new WebKit.WebsiteDataManager({
    base_data_directory: `${folder}/data`,
    base_cache_directory: `${folder}/cache`,
  }),
})
if (GLib.getenv('COOKIES') === 'refused')
  context.get_cookie_manager().set_accept_policy(WebKit.CookieAcceptPolicy.NEVER)
const settings = new WebKit.Settings({ enable_write_console_messages_to_stdout: true })

context.set_automation_allowed(true)
context.connect('automation-started', (_, session) => {
  const information = new WebKit.ApplicationInfo()
  information.set_name('WebKit')
  session.set_application_info(information)
  session.connect('create-web-view', () =>
    show(new WebKit.WebView({ web_context: context, settings, is_controlled_by_automation: true })),
  )
})
context.connect('download-started', (_, download) =>
  download.connect('decide-destination', (_download, name) => {
    download.set_destination(GLib.filename_to_uri(`${GLib.getenv('DOWNLOADS')}/${name}`, null))
    return true
  }),
)
Gtk.main()

function show(view) {
  const window = new Gtk.Window({ default_width: 1280, default_height: 900 })
  window.add(view)
  view.connect('create', () => show(new WebKit.WebView({ related_view: view, settings })))
  view.connect('close', () => window.destroy())
  window.show_all()
  return view
}
