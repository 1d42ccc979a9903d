// host DRIVER: a page of QtWebEngine awaits the slots of an object over QWebChannel.
#include <QFile>
#include <QGuiApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSocketNotifier>
#include <QWebChannel>
#include <QWebEnginePage>
#include <iostream>
#include <string>

// The method, the kind of value, and the method of plain C to compare with.
static QJsonArray offers() {
  return {QJsonObject{{"name", "number"}, {"kind", "number"}, {"beside", "number.thread"}},
          QJsonObject{{"name", "object"}, {"kind", "struct"}, {"beside", "json.within"}}};
}

static void write(const QJsonObject &line) {
  std::cout << QJsonDocument(line).toJson(QJsonDocument::Compact).constData() << std::endl;
}

// The slots for the page.
class API : public QObject {
  Q_OBJECT

public slots:
  double number(double x) { return x; }
  QJsonObject object(const QJsonObject &value) { return value; }

  void ready() { write({{"peer", QString("QtWebEngine ") + qWebEngineVersion()}, {"offers", offers()}}); }
  void answer(const QJsonObject &value) { write(value); }
};

// QWebChannel's client is one of Qt's resources.
static const char page_around_driver[] = R"(<!doctype html><body>
<script src="qrc:/qtwebchannel/qwebchannel.js"></script>
<script>
%1
let api;
const go = (order) => bench.run(...order).then(
  (nanoseconds) => api.answer({ nanoseconds }),
  (error) => api.answer({ error: String(error) }));
new QWebChannel(qt.webChannelTransport, (channel) => {
  api = channel.objects.api;
  globalThis.host = {
    now: () => performance.now(),
    methods: { number: (value) => api.number(value), object: (value) => api.object(value) },
  };
  api.ready();
});
</script>)";

int main(int count, char **arguments) {
  QGuiApplication application(count, arguments);
  QFile driver(application.arguments().value(1));
  if (!driver.open(QIODevice::ReadOnly)) return 1;

  API api;
  QWebChannel channel;
  channel.registerObject("api", &api);
  QWebEnginePage page;
  page.setWebChannel(&channel);
  page.setHtml(QString(page_around_driver).arg(QString(driver.readAll())), QUrl("qrc:/"));

  // An order arrives after the last one has been answered, so no line stays in the stream's buffer.
  QSocketNotifier orders(0, QSocketNotifier::Read);
  QObject::connect(&orders, &QSocketNotifier::activated, [&] {
    std::string order;
    if (std::getline(std::cin, order)) page.runJavaScript(QString("void go(%1)").arg(order.c_str()));
    else application.quit();
  });
  return application.exec();
}

#include "host.moc"
