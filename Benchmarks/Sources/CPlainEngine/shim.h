#pragma once
#include <JavaScriptCore/JavaScript.h>
#include <glib.h>
