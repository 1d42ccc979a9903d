const { Cookie, CookieJar, domainMatch, pathMatch, permuteDomain } = require("tough-cookie");
const cookie = Cookie.parse("id=a3f; Domain=example.org; Path=/a; Expires=Wed, 21 Oct 2065 07:28:00 GMT; Secure; HttpOnly; SameSite=Lax");
console.log(cookie.key, cookie.value, cookie.domain, cookie.expires.toISOString(), cookie.secure, cookie.cookieString(), Cookie.parse("=;"), domainMatch("a.example.org", "example.org"), pathMatch("/a/b", "/a"), permuteDomain("a.b.example.org"));
const jar = new CookieJar();
jar.setCookieSync("a=1; Path=/", "https://example.org/x"); jar.setCookieSync("b=2; Path=/deep", "https://example.org/x"); jar.setCookieSync("c=3; Max-Age=0", "https://example.org/x");
console.log(jar.getCookieStringSync("https://example.org/deep/er"), jar.getCookiesSync("https://other.org").length, JSON.parse(JSON.stringify(jar.serializeSync())).cookies.map(({ key, path, hostOnly }) => [key, path, hostOnly]));
try { jar.setCookieSync("d=4; Domain=com", "https://example.com"); } catch (error) { console.log(error.message); }
