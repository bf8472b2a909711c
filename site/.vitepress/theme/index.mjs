/** VitePress's own theme, with the machine's fonts and colours that can be read. */
import DefaultTheme from 'vitepress/theme-without-fonts'
import './site.css'

export default DefaultTheme
