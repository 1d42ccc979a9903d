// What libnats does by itself: requests to an echo on another connection.
#include "plain_nats.h"

#ifdef NATS
#include <nats/nats.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
  natsConnection *connection;
  int left, open;
  pthread_mutex_t lock;
  pthread_cond_t ended;
} caller;

static void echo(natsConnection *connection, natsSubscription *subscription, natsMsg *message, void *closure) {
  natsConnection_Publish(connection, natsMsg_GetReply(message), natsMsg_GetData(message), natsMsg_GetDataLength(message));
  natsMsg_Destroy(message);
}

static void request(caller *caller) {
  natsConnection_PublishRequest(caller->connection, "plain.echo", "plain.answers.1", "[1,2,3]", 7);
}

static void answered(natsConnection *connection, natsSubscription *subscription, natsMsg *message, void *closure) {
  caller *caller = closure;
  natsMsg_Destroy(message);
  pthread_mutex_lock(&caller->lock);
  bool more = caller->left > 0;
  if (more) caller->left -= 1; else caller->open -= 1;
  if (caller->open == 0) pthread_cond_signal(&caller->ended);
  pthread_mutex_unlock(&caller->lock);
  if (more) request(caller);
}

static natsConnection *connect_to(const char *url, bool prompt) {
  natsOptions *options = NULL;
  natsConnection *connection = NULL;
  natsOptions_Create(&options);
  natsOptions_SetURL(options, url);
  natsOptions_SetSendAsap(options, prompt);
  if (natsConnection_Connect(&connection, options) != NATS_OK) connection = NULL;
  natsOptions_Destroy(options);
  return connection;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

double plain_nats(const char *url, int depth, int count, bool prompt) {
  natsConnection *worker = connect_to(url, prompt);
  caller caller = {connect_to(url, prompt), count - depth, depth, PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER};
  natsSubscription *echoes = NULL, *answers = NULL;
  double elapsed = -1;
  if (worker && caller.connection
      && natsConnection_QueueSubscribe(&echoes, worker, "plain.echo", "workers", echo, NULL) == NATS_OK
      && natsConnection_Flush(worker) == NATS_OK
      && natsConnection_Subscribe(&answers, caller.connection, "plain.answers.>", answered, &caller) == NATS_OK
      && natsConnection_Flush(caller.connection) == NATS_OK) {
    double start = now();
    for (int index = 0; index < depth; index += 1) request(&caller);
    pthread_mutex_lock(&caller.lock);
    while (caller.open > 0) pthread_cond_wait(&caller.ended, &caller.lock);
    pthread_mutex_unlock(&caller.lock);
    elapsed = (now() - start) / count;
  }
  natsSubscription_Destroy(answers);
  natsSubscription_Destroy(echoes);
  natsConnection_Destroy(caller.connection);
  natsConnection_Destroy(worker);
  return elapsed;
}

typedef struct {
  int left;
  pthread_mutex_t lock;
  pthread_cond_t ended;
} reader;

static void taken(natsConnection *connection, natsSubscription *subscription, natsMsg *message, void *closure) {
  reader *reader = closure;
  natsMsg_Destroy(message);
  pthread_mutex_lock(&reader->lock);
  reader->left -= 1;
  if (reader->left == 0) pthread_cond_signal(&reader->ended);
  pthread_mutex_unlock(&reader->lock);
}

double plain_publish(const char *url, int count, int size) {
  natsConnection *publisher = connect_to(url, false), *subscriber = connect_to(url, false);
  reader reader = {count, PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER};
  natsSubscription *items = NULL;
  char *text = malloc(size);
  double elapsed = -1;
  if (publisher && subscriber && text
      && natsConnection_Subscribe(&items, subscriber, "plain.items", taken, &reader) == NATS_OK
      && natsSubscription_SetPendingLimits(items, -1, -1) == NATS_OK && natsConnection_Flush(subscriber) == NATS_OK) {
    memset(text, 'x', size);
    double start = now();
    for (int index = 0; index < count; index += 1) natsConnection_Publish(publisher, "plain.items", text, size);
    natsConnection_Flush(publisher);
    pthread_mutex_lock(&reader.lock);
    while (reader.left > 0) pthread_cond_wait(&reader.ended, &reader.lock);
    pthread_mutex_unlock(&reader.lock);
    elapsed = (now() - start) / count;
  }
  natsSubscription_Destroy(items);
  natsConnection_Destroy(publisher);
  natsConnection_Destroy(subscriber);
  free(text);
  return elapsed;
}

bool plain_queue(const char *url, int count, int size, double *put, double *take) {
  natsConnection *connection = connect_to(url, true);
  jsCtx *context = NULL;
  natsSubscription *items = NULL;
  jsErrCode code = 0;
  jsStreamConfig stream;
  const char *subjects[] = {"plain.queue"};
  char *text = malloc(size);
  bool works = text && connection && natsConnection_JetStream(&context, connection, NULL) == NATS_OK;
  if (works) {
    memset(text, 'x', size);
    jsStreamConfig_Init(&stream);
    stream.Name = "plain";
    stream.Subjects = subjects;
    stream.SubjectsLen = 1;
    stream.Retention = js_WorkQueuePolicy;
    works = js_AddStream(NULL, context, &stream, NULL, &code) == NATS_OK
      && js_PullSubscribe(&items, context, "plain.queue", "workers", NULL, NULL, &code) == NATS_OK;
  }
  double start = now();
  for (int index = 0; works && index < count; index += 1) {
    works = js_Publish(NULL, context, "plain.queue", text, size, NULL, &code) == NATS_OK;
  }
  *put = (now() - start) / count;
  start = now();
  for (int index = 0; works && index < count; index += 1) {
    natsMsgList list;
    works = natsSubscription_Fetch(&list, items, 1, 5000, &code) == NATS_OK;
    works = works && natsMsg_AckSync(list.Msgs[0], NULL, &code) == NATS_OK;
    natsMsgList_Destroy(&list);
  }
  *take = (now() - start) / count;
  if (context) js_DeleteStream(context, "plain", NULL, &code);
  natsSubscription_Destroy(items);
  jsCtx_Destroy(context);
  natsConnection_Destroy(connection);
  free(text);
  return works;
}
#endif
