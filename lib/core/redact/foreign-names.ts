/** What languages other than English call a secret; accents and spaces may be left out. */

/** Words that mean nothing else: `parola` is a word of Italian, and `clave` any key. */
export const FOREIGN: ReadonlyArray<string> = [
  // Germanic and Nordic
  'passwort|kennwort|zugangscode|api-schlüssel|api-nyckel|wachtwoord|lösenord|passord|adgangskode|kodeord|salasana',
  // Romance
  "mot de passe|clé d'api|clé api|clé secrète|contraseña|contrasenya|clave secreta|clave de acceso|clave api",
  "senha|palavra passe|chave secreta|chave de api|parola d'ordine|chave api|chiave api|chiave segreta",
  "chiave privata|jeton d'accès",
  // Slavic, Baltic, Hungarian, Turkish, Greek
  'пароль|парола|лозинка|токен|токен доступа|секретный ключ|ключ api|api ключ|hasło|haslo|klucz api',
  'klucz prywatny|gizli anahtar|api anahtarı|heslo|geslo|lozinka|slaptažodis|jelszó|şifre|κωδικός πρόσβασης',
  // Asian and Semitic
  '密码|密碼|口令|密钥|私钥|令牌|apiキー|秘密鍵|api 키|비밀키|khóa api|パスワード|暗証番号|シークレット|トークン|비밀번호|암호|패스워드|토큰|mật khẩu|kata sandi',
  'kata laluan|รหัสผ่าน|पासवर्ड|كلمة المرور|كلمة السر|رمز عبور|סיסמה|סיסמא'
].flatMap((names) => names.split('|'))

/** Each as an expression, with a space or another separator, and a part that it always has. */
export const SPELLINGS: ReadonlyArray<{ readonly sign: string; readonly source: string }> = FOREIGN.flatMap((name) => [
  ...new Set([name, name.normalize('NFKD').replace(/\p{M}/gu, '')])
]).map((name) => ({
  sign: name.split(/[ '-]/).reduce((longest, word) => (word.length > longest.length ? word : longest), ''),
  source: name.replaceAll(' ', '[ _-]?')
}))
